import { z } from 'zod'
import { capabilityNames } from './capability.js'

const token = z
  .string()
  .min(1, 'is empty: remove it, or unset CONFORMANCE_TOKEN, to send no token')
  .regex(/^[\x21-\x7E]*$/, "contains a character that headers can't contain")
const count = z.int().positive()

/** A content type of the target that the read-only tier reads. */
const subject = z.strictObject({
  /** The path segment, such as `countries`. */
  type: z.string().min(1),
  /** Attributes to sort and filter by. Detected from the first entries if absent. */
  attributes: z.array(z.string()).min(1).optional(),
})

/** The content type that tier 1 may write to. */
const writable = z
  .strictObject({
    type: z.string().min(1),
    /** A text attribute for the marker. If it is absent, the suite detects one by creating trial entries. */
    marker: z.string().min(1).optional(),
    /** A second text attribute, which scenarios change and clear. Detected in the same way. */
    attribute: z.string().min(1).optional(),
    /** Values that a new entry requires. */
    values: z.record(z.string(), z.unknown()).default({}),
  })
  .refine(({ marker, attribute }) => marker === undefined || marker !== attribute, {
    path: ['attribute'],
    message: 'must differ from the marker, which is never changed',
  })

export const configurationSchema = z.strictObject({
  /** The address of the target. The address on the command line takes precedence. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * The capabilities that the run expects. `full`: those of a complete service. `rest`: only those in
   * `capabilities`. `auto`: those in `capabilities`, or, without any, those detected at the start of the run.
   * `strapi-5`: like `auto`, for the interface of Strapi 5. The others are for that of Strapi 4.
   * `introspection` and `playground` are always detected, unless `capabilities` contains them.
   */
  profile: z.enum(['auto', 'rest', 'full', 'strapi-5']).default('auto'),
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
  /** The path of the GraphQL endpoint. */
  graphqlPath: z.string().startsWith('/').default('/graphql'),
  graphql: z
    .strictObject({
      /** The SDL file of the GraphQL schema, for targets without introspection. Relative to the configuration file. */
      schema: z.string().min(1).optional(),
    })
    .default({}),
  headers: z.record(z.string(), z.string()).default({}),
  /** For targets whose certificate Node doesn't trust. */
  tls: z
    .strictObject({
      /** A file with PEM certificates that are trusted besides those of Node. Relative to the configuration file. */
      ca: z.string().min(1).optional(),
      /** Trusts every certificate. */
      insecure: z.boolean().default(false),
    })
    .refine(({ ca, insecure }) => ca === undefined || !insecure, 'accepts `ca` or `insecure`, not both')
    .optional(),
  locales: z.strictObject({ default: z.string(), other: z.string() }).default({ default: 'en', other: 'fr' }),
  concurrency: count.optional(),
  requestsPerSecond: z.number().positive().optional(),
  timeout: z.number().positive().describe('milliseconds').default(10_000),
  /** The folder of the journals, which list created entries, so that `clean` can delete them after a crash. */
  journal: z.string().default('.content-api-conformance'),
  /** The file of the known failures. */
  baseline: z.string().min(1).optional(),
})

export type Configuration = z.output<typeof configurationSchema>
export type ConfigurationInput = z.input<typeof configurationSchema>

/** Returns the argument: it only provides types for the default export of `conformance.config.ts`. */
export const defineConfig = (configuration: ConfigurationInput): ConfigurationInput => configuration

/** An invalid configuration, command line or selection. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
