import type { Capability } from '../../profile/capability.js'
import type { ProtectedData, Row } from '../clause.js'

/** The version of Strapi whose sources and responses the ledger cites. */
const version = '5.54.0'

interface Options {
  readonly when?: Capability
  readonly like?: readonly string[]
  readonly reading?: string
  /** What the clause protects. Such a clause decides, whatever its source is. */
  readonly protects?: ProtectedData
}

const row = (level: 'required' | 'observed', source: string, text: string, { when, ...others }: Options): Row => ({
  level:
    level === 'observed' && others.protects === undefined ? level : when === undefined ? 'required' : 'conditional',
  text,
  source,
  ...(when === undefined ? {} : { when }),
  ...others,
})

/** Defines a clause that the documentation of Strapi 5 states on this page. */
export const documented = (page: string, text: string, options: Options = {}): Row =>
  row('required', `documentation, ${page}`, text, options)

/** Defines a clause that follows from this source file of Strapi. */
export const inSource = (file: string, text: string, options: Options = {}): Row =>
  row('observed', `Strapi ${version}, ${file}`, text, options)

/** Defines a clause that describes the responses of a running Strapi. */
export const recorded = (text: string, options: Options = {}): Row =>
  row('observed', `responses of Strapi ${version}`, text, options)

/** Defines a clause where the documentation and Strapi differ, or Strapi differs by its database. */
export const contested = (source: string, text: string, dispute: string, options: Options = {}): Row => ({
  ...row('observed', source, text, options),
  level: 'disputed',
  dispute,
})
