import type { ExplorerIdentities, Identity, IdentityName } from '../protocol.js'
import type { Choice } from '../controls/combobox.tsx'

export interface IdentityChoice extends Choice {
  readonly key: IdentityName
}

const fixed: readonly IdentityChoice[] = [
  { key: 'everything', label: 'Everything', detail: 'no limits' },
  { key: 'public', label: 'Public', detail: 'no credentials' },
]

/** Returns all identities that the page can use, in the order of the list. */
export function identityChoices({ roles, users, tokens }: ExplorerIdentities): readonly IdentityChoice[] {
  return [...fixed, ...roles.map(choiceOf), ...users.map(choiceOf), ...tokens.map(choiceOf)]
}

export function choiceOf({ name, label, detail }: Identity): IdentityChoice {
  const known = fixed.find(({ key }) => key === name)
  return known ?? { key: name, label, detail: detail === null ? kindOf(name) : `${kindOf(name)}, ${detail}` }
}

/** Returns the kind of an identity: `role:2` is a role. */
const kindOf = (name: IdentityName): string => name.split(':')[0] ?? name

/** Returns the choices whose label, kind or name contains the text, ignoring case. */
export function matchingChoices(choices: readonly IdentityChoice[], text: string): readonly IdentityChoice[] {
  const wanted = text.trim().toLowerCase()
  return choices.filter(({ key, label, detail = '' }) =>
    [key, label, detail].some((part) => part.toLowerCase().includes(wanted)),
  )
}
