import { isRecord } from '@content-api/model'
import type { Config } from '../config/schema.js'
import { type ImportedAccess, permissionsSection } from './access.js'
import type { Report } from './report.js'
import { type Survey, recordTypes } from './source.js'

/** Settings that Strapi keeps in its database and this service in its configuration. */
export interface DifferingSettings {
  /** The locale of entries that have none. */
  readonly defaultLocale: string
  /** The section to add to the configuration; null if nothing differs. */
  readonly section: Readonly<Record<string, unknown>> | null
}

export function differingSettings(
  survey: Survey,
  config: Config,
  access: ImportedAccess,
  report: Report,
): DifferingSettings {
  const { defaultLocale, section: i18n } = locales(survey, config, report)
  const auth = signUp(survey, config, report)
  const permissions = config.permissions === undefined ? permissionsSection(access) : null
  if (permissions) {
    report.warnings.push(
      'The configuration has no "permissions": every request is allowed, and the permissions of the imported roles have no effect.',
    )
  }
  const section = { ...(i18n && { i18n }), ...(auth && { auth }), ...(permissions && { permissions }) }
  return { defaultLocale, section: Object.keys(section).length === 0 ? null : section }
}

function locales({ settings, records }: Survey, { i18n }: Config, report: Report) {
  const stored = settings.get('plugin_i18n_default_locale')
  const defaultLocale = typeof stored === 'string' && stored !== '' ? stored : i18n.defaultLocale
  const codes = [...(records.get(recordTypes.locale)?.values() ?? [])].flatMap(({ code }) =>
    typeof code === 'string' ? [code] : [],
  )
  const missing = codes.filter((code) => code !== i18n.defaultLocale && !i18n.locales.includes(code))
  if (defaultLocale !== i18n.defaultLocale) {
    report.warnings.push(
      `The default locale was ${defaultLocale}; in the configuration it is ${i18n.defaultLocale}: requests without a locale find other entries.`,
    )
  }
  if (missing.length > 0) {
    report.warnings.push(
      `The configuration has no locale ${missing.join(', ')}: its entries are imported, but requests don't find them.`,
    )
  }
  const others = codes.filter((code) => code !== defaultLocale)
  const differs = missing.length > 0 || defaultLocale !== i18n.defaultLocale
  return { defaultLocale, section: differs ? { defaultLocale, locales: others } : null }
}

/** Returns the settings of sign-ups that differ from the configuration. */
function signUp({ settings }: Survey, { auth }: Config, report: Report) {
  const advanced = settings.get('plugin_users-permissions_advanced')
  if (!isRecord(advanced)) return null
  const register = {
    ...(differs(advanced['allow_register'], auth.register.enabled) && { enabled: advanced['allow_register'] }),
    ...(differs(advanced['email_confirmation'], auth.register.confirmEmail) && {
      confirmEmail: advanced['email_confirmation'],
    }),
    ...(differs(advanced['default_role'], auth.register.role) && { role: advanced['default_role'] }),
  }
  const urls = {
    ...(differs(advanced['email_reset_password'], auth.resetPasswordUrl) && {
      resetPasswordUrl: advanced['email_reset_password'],
    }),
    ...(differs(advanced['email_confirmation_redirection'], auth.confirmedUrl) && {
      confirmedUrl: advanced['email_confirmation_redirection'],
    }),
  }
  const section = { ...(Object.keys(register).length > 0 && { register }), ...urls }
  const names = [...Object.keys(register), ...Object.keys(urls)]
  if (names.length === 0) return null
  report.warnings.push(`Settings of sign-ups differ from the configuration: ${names.join(', ')}.`)
  return section
}

const differs = (theirs: unknown, ours: unknown) =>
  theirs !== undefined && theirs !== null && theirs !== '' && theirs !== ours
