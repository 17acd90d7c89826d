import * as z from 'zod/mini'
import { auth, mail, permissions } from './auth.js'
import { connection } from './connection.js'
import { development } from './development.js'
import type { EnvHelper } from './env-helper.js'
import { graphql } from './graphql.js'
import { origin } from './origins.js'
import { metrics, traces } from './telemetry.js'
import { upload } from './upload.js'
import { path, positive } from './values.js'

const count = z.int().check(z.nonnegative())

/** The `log` section of the configuration. */
const log = z.strictObject({
  /**
   * The least that is told: `info` has a line for each request. Without it `start` and `dev` tell that much, and a service
   * in a program warnings and errors.
   */
  level: z.optional(z.enum(['silent', 'error', 'warn', 'info', 'debug'])),
  /** Lines of JSON, or of text; without it JSON where NODE_ENV is `production`. */
  format: z.optional(z.enum(['json', 'text'])),
  /** Statements in the database that take at least so many milliseconds are logged with what they do; 0 logs none. */
  slowQueryMilliseconds: z._default(count, 1_000),
})

/** The `http` section of the configuration. */
const http = z.strictObject({
  /** Compresses answers for clients that take it. */
  compression: z._default(z.boolean(), true),
  /** Seconds for which browsers shall use HTTPS alone with this host, once they have been here; 0 doesn't say. */
  hsts: z._default(count, 0),
  /** Bits of an IPv6 address that stand for one client, in limits on sign-ins and uploads. */
  ipv6Prefix: z._default(z.int().check(z.minimum(16), z.maximum(128)), 56),
  /** Seconds between SIGTERM, when `/readyz` begins to say no, and the last connection that is taken. */
  drain: z._default(count, 1),
})

const localeCode = z
  .string()
  .check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: 'must be a locale code such as "en" or "pt-BR".' }))

const rest = z.strictObject({
  /** Where the REST interface begins. */
  prefix: z._default(path, '/api'),
  /** Entries per page when the request doesn't say (specification §8). */
  defaultLimit: z._default(positive, 25),
  /** Larger pages are clamped to it; null: no maximum. */
  maxLimit: z._default(z.nullable(positive), 100),
  /** Totals in answers unless the request says otherwise. */
  withCount: z._default(z.boolean(), true),
  /** Unknown query parameters, populate names and body attributes are errors; otherwise they are dropped. */
  strictParams: z._default(z.boolean(), true),
  /** Serves `/openapi.json`; unless it is said, in development and staging only. */
  openapi: z.optional(z.boolean()),
})

const i18n = z
  .strictObject({
    defaultLocale: z._default(localeCode, 'en'),
    /** Every locale that content may be in; the default one belongs to it without being named. */
    locales: z._default(z.array(localeCode), []),
  })
  .check(z.overwrite((given) => ({ ...given, locales: [...new Set([given.defaultLocale, ...given.locales])] })))

/** Of Node and PostgreSQL; longer ones end at once. */
const longestTimer = 2_147_483_647
/** Of V8. */
const longestString = 536_870_888

const limits = z.strictObject({
  /** Bytes of a request's body, after decompression. */
  body: z._default(positive, 1_048_576),
  /** Nesting of a JSON body. */
  bodyDepth: z._default(positive, 100),
  /** Parameters of one query string. */
  parameters: z._default(positive, 2_000),
  /** Items of one array in a query, for example of `$in`. */
  arrayItems: z._default(positive, 1_000),
  /** Nesting of filters; in a URL, brackets after `filters`. */
  filterDepth: z._default(positive, 20),
  /** Conditions of all filters of a query, with the links that they follow. */
  filterConditions: z._default(positive, 500),
  /** Characters of one text in a filter. */
  filterText: z._default(positive, 4_096),
  /** What a request may cost, as it is estimated before it runs: about one per microsecond in the database. */
  queryCost: z._default(positive, 1_000_000),
  /** Milliseconds that one statement in the database may take; on SQLite one that reads. */
  statementMilliseconds: z._default(positive.check(z.maximum(longestTimer)), 30_000),
  /** Bytes of the text that one statement reads. */
  answerBytes: z._default(positive.check(z.maximum(longestString)), 33_554_432),
  /** Bytes of memory for the responses that are read or being sent; large ones wait for others. */
  answerMemory: z._default(positive, 268_435_456),
  /** Milliseconds that a lifecycle hook of the project may take; it holds the transaction meanwhile. */
  hookMilliseconds: z._default(positive, 5_000),
  /** Milliseconds that a route, resolver, policy or middleware of the project may take. */
  handlerMilliseconds: z._default(positive, 20_000),
})

const cors = z.strictObject({
  /**
   * Whose pages may call the service: `https://app.example`, `http://localhost:*` for any port. `*` stands for all, whose
   * browsers then send no cookies along.
   */
  origins: z._default(z.array(origin), ['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*']),
})

/** The whole configuration, with the default of each key. */
export const configSchema = z.strictObject({
  host: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  /** 0 takes a free one. */
  port: z._default(count.check(z.maximum(65_535)), 1337),
  database: z.prefault(connection, '.tmp/data.db'),
  api: z.prefault(z.strictObject({ rest: z.prefault(rest, {}) }), {}),
  graphql: z.prefault(
    z.strictObject({
      /** Serves the GraphQL interface beside REST (specification §1). */
      enabled: z._default(z.boolean(), true),
      config: z.prefault(graphql, {}),
    }),
    {},
  ),
  i18n: z.prefault(i18n, {}),
  cors: z.prefault(cors, {}),
  limits: z.prefault(limits, {}),
  upload: z.prefault(upload, {}),
  /** Without it everybody may do everything, and the service is only to be reached from this machine. */
  permissions: z.optional(permissions),
  auth: z.prefault(auth, {}),
  /** What `content-api doctor` and the start don't report. */
  doctor: z.prefault(z.strictObject({ allow: z._default(z.array(z.string()), []) }), {}),
  /** Users and tokens for development; a service in production doesn't start with them. */
  development: z.prefault(development, {}),
  mail: z.prefault(mail, {}),
  http: z.prefault(http, {}),
  log: z.prefault(log, {}),
  /** Answers `/metrics` for Prometheus; without it nothing is measured. */
  metrics: z.optional(metrics),
  traces: z.prefault(traces, {}),
  /** Proxies between clients and the service: so many addresses of `X-Forwarded-For` are believed. */
  trustProxy: z._default(count, 0),
})

/** A configuration as it is written: every key may be left out. */
export type ConfigInput = z.input<typeof configSchema>

/** A checked configuration with every default filled in. */
export type Config = z.output<typeof configSchema>

/** What a configuration is made from, where it is a function. */
type MakeConfig = (tools: { readonly env: EnvHelper }) => ConfigInput | Promise<ConfigInput>

/** Gives `content-api.config.ts` its types: an object, or a function `({ env }) => object`. */
export function defineConfig<Given extends ConfigInput | MakeConfig>(config: Given): Given {
  return config
}
