import type { ProtectedData } from '../../ledger/clause.js'
import type { Capability } from '../../profile/capability.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

/** Where a response may show protected data. */
export const positions = [
  'list',
  'one',
  'relation-list',
  'relation-one',
  'component',
  'zone',
  'count',
  'filter',
  'search',
  'graphql-list',
  'graphql-one',
  'graphql-relation',
  'graphql-component',
  'graphql-zone',
  'graphql-count',
  'graphql-filter',
] as const
export type Position = (typeof positions)[number]

const capabilitiesOf = (position: string): Capability[] => [
  ...(position.startsWith('graphql-') ? (['graphql'] as const) : []),
  ...(/component|zone/.test(position) ? (['components'] as const) : []),
]

/** Returns functions that create the scenarios of one kind of protected data, by position. */
export const protecting =
  (data: ProtectedData, needs: readonly Capability[] = []) =>
  (
    position: Position | 'users' | 'token' | 'password',
    clauses: readonly string[],
    title: string,
    run: (t: ScenarioContext) => Promise<void>,
  ): Scenario =>
    scenario({
      id: `protect.${data}.${position}`,
      clauses,
      title,
      needs: [...needs, ...capabilitiesOf(position)],
      run,
    })

const noLocale = 'An entry may be linked to entries of any locale: the specification promises none for them.'
const noEntry = 'The attribute is no entry and changes no total. The totals of filters by it are checked there.'

/** The positions in which a kind of data is not promised to be hidden, with the reason. */
export const withoutPromise: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['relation-list', 'relation-one', 'component', 'zone'].flatMap((position) => [
      [`locales.${position}`, noLocale],
      [`locales.graphql-${position.replace('-list', '').replace('-one', '')}`, noLocale],
    ]),
  ),
  'private.count': noEntry,
  'private.graphql-count': noEntry,
  'passwords.count': noEntry,
  'passwords.graphql-count': noEntry,
}
