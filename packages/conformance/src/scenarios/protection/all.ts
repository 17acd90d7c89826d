import type { Scenario } from '../scenario.js'
import { draftProtectionScenarios } from './drafts.js'
import { localeProtectionScenarios } from './locales.js'
import { permissionProtectionScenarios } from './permissions.js'
import { secretProtectionScenarios } from './secrets.js'
import { userProtectionScenarios } from './users.js'

/** One scenario for each kind of protected data in each position of a response. */
export const protectionScenarios: readonly Scenario[] = [
  ...draftProtectionScenarios,
  ...permissionProtectionScenarios,
  ...secretProtectionScenarios,
  ...userProtectionScenarios,
  ...localeProtectionScenarios,
]
