import { isRecord } from '@content-api/model'

/** A value that one service has and the other hasn't, or has otherwise. `undefined`: there is none. */
export interface Difference {
  /** Path below the entry. */
  readonly path: readonly (string | number)[]
  readonly strapi: unknown
  readonly here: unknown
  /** The objects that hold the value, as Strapi has them, outermost first. */
  readonly above: readonly unknown[]
}

/** A deliberate difference, or one that an archive of Strapi can't avoid. */
export interface DecidedDifference {
  /** Number of the rule in `docs/differences.md`, or of the record in `decisions/`. */
  readonly decision: string
  readonly because: string
  readonly matches: (difference: Difference) => boolean
}

const wholeNumber = /^-?\d+$/

export const decidedDifferences: readonly DecidedDifference[] = [
  {
    decision: '0031',
    because: 'entries have meta.availableLocales here',
    matches: ({ path, strapi }) => path.at(-1) === 'meta' && strapi === undefined,
  },
  {
    decision: '0032',
    because: 'Strapi rounds big integers',
    matches: ({ strapi, here }) =>
      typeof strapi === 'string' &&
      typeof here === 'string' &&
      wholeNumber.test(strapi) &&
      wholeNumber.test(here) &&
      !Number.isSafeInteger(Number(here)) &&
      Number(strapi) === Number(here),
  },
  {
    decision: '0048',
    because: 'polymorphic relations hide private attributes and passwords here',
    matches: ({ here, above }) => here === undefined && isBareEntry(above.at(-1)),
  },
  {
    decision: '0291',
    because: 'archives of Strapi hold no creators',
    matches: ({ path, strapi, here }) => {
      const name = path.at(-1) === 'data' ? path.at(-2) : path.at(-1)
      return (name === 'createdBy' || name === 'updatedBy') && (strapi === null || here === null)
    },
  },
]

/** Strapi shows what a polymorphic relation points at without `attributes`; components have no `createdAt`. */
const isBareEntry = (value: unknown) =>
  isRecord(value) && 'id' in value && 'createdAt' in value && !('attributes' in value)

export function decisionOf(difference: Difference): DecidedDifference | undefined {
  return decidedDifferences.find(({ matches }) => matches(difference))
}
