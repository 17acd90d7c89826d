import { z } from 'zod'
import { capabilityNames } from './capability.js'

const token = z
  .string()
  .min(1, 'is empty: leave it out, or CONFORMANCE_TOKEN unset, to ask without a token')
  .regex(/^[\x21-\x7E]*$/, 'holds a character that no header takes')
const count = z.int().positive()

/** A content type of the target that the read-only tier looks at. */
const subject = z.strictObject({
  /** The path segment, for instance `countries`. */
  type: z.string().min(1),
  /** Attributes to sort and filter by; found out from the first entries when absent. */
  attributes: z.array(z.string()).min(1).optional(),
})

/** One content type that tier 1 may write to. */
const writable = z
  .strictObject({
    type: z.string().min(1),
    /** A text attribute that carries the run's marker; found by trying when absent. */
    marker: z.string().min(1).optional(),
    /** A second text attribute, which is changed and cleared; found by trying when absent. */
    attribute: z.string().min(1).optional(),
    /** Values that a new entry needs besides. */
    values: z.record(z.string(), z.unknown()).default({}),
  })
  .refine(({ marker, attribute }) => marker === undefined || marker !== attribute, {
    path: ['attribute'],
    message: 'is to be another attribute than the marker, which is never changed',
  })

export const configurationSchema = z.strictObject({
  /** Address of the target; the command line's wins. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** `full`, `rest`, or what doctor finds when the run starts. */
  profile: z.enum(['auto', 'rest', 'full']).default('auto'),
  capabilities: z.partialRecord(z.enum(capabilityNames), z.boolean()).default({}),
  tier: z.literal([0, 1, 2]).optional(),
  types: z.array(z.union([z.string().min(1), subject])).default([]),
  writable: writable.optional(),
  limits: z
    .strictObject({
      defaultLimit: count.default(25),
      maxLimit: count.optional(),
      graphqlDepth: count.default(7),
      graphqlAmount: count.default(100),
    })
    .prefault({}),
  tokens: z.strictObject({ full: token.optional(), restricted: token.optional() }).default({}),
  /** Path of the GraphQL endpoint. */
  graphqlPath: z.string().startsWith('/').default('/graphql'),
  graphql: z
    .strictObject({
      /** SDL file of the GraphQL schema, for targets that answer no introspection; relative to the configuration file. */
      schema: z.string().min(1).optional(),
    })
    .default({}),
  headers: z.record(z.string(), z.string()).default({}),
  /** For targets whose certificate Node does not trust. */
  tls: z
    .strictObject({
      /** File of certificates in PEM that are trusted besides those of Node; relative to the configuration file. */
      ca: z.string().min(1).optional(),
      /** Trusts any certificate. */
      insecure: z.boolean().default(false),
    })
    .refine(({ ca, insecure }) => ca === undefined || !insecure, 'takes `ca` or `insecure`, not both')
    .optional(),
  locales: z.strictObject({ default: z.string(), other: z.string() }).default({ default: 'en', other: 'fr' }),
  concurrency: count.optional(),
  requestsPerSecond: z.number().positive().optional(),
  timeout: z.number().positive().describe('milliseconds').default(10_000),
  /** Folder of the journals from which `clean` works after a crash. */
  journal: z.string().default('.content-api-conformance'),
  /** File of the failures that are known. */
  baseline: z.string().min(1).optional(),
})

export type Configuration = z.output<typeof configurationSchema>
export type ConfigurationInput = z.input<typeof configurationSchema>

/** What `conformance.config.ts` exports; gives it its types and nothing else. */
export const defineConfig = (configuration: ConfigurationInput): ConfigurationInput => configuration

/** A configuration, a command line or a selection that makes no sense; the message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
