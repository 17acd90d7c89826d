import { isRecord } from '@content-api/model'

/** A value that differs between the services. `undefined` means that a service doesn't have the value. */
export interface Difference {
  /** The path inside the entry. */
  readonly path: readonly (string | number)[]
  readonly strapi: unknown
  readonly here: unknown
  /** The objects of Strapi's entry that contain the value, outermost first. */
  readonly above: readonly unknown[]
}

/** A difference that is deliberate, or that can't be avoided when content comes from an export archive of Strapi. */
export interface ExpectedDifference {
  /** The number of a rule in `docs/differences.md` or of a record in `decisions/`. */
  readonly decision: string
  readonly because: string
  readonly matches: (difference: Difference) => boolean
}

const wholeNumber = /^-?\d+$/

export const expectedDifferences: readonly ExpectedDifference[] = [
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
    decision: '0366',
    because: 'entries of polymorphic relations name their type here',
    matches: ({ path, strapi, here }) => path.at(-1) === '__type' && strapi === undefined && typeof here === 'string',
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

/**
 * Whether Strapi's value is the target of a polymorphic relation. Unlike other entries, it has no
 * `attributes`. Unlike components, it has `createdAt`.
 */
const isBareEntry = (value: unknown) =>
  isRecord(value) && 'id' in value && 'createdAt' in value && !('attributes' in value)

export function findExpected(difference: Difference): ExpectedDifference | undefined {
  return expectedDifferences.find(({ matches }) => matches(difference))
}
