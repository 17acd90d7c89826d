import { customFieldTypes } from '@content-api/model'
import { defaultShapeLimits } from './json-shape-limits.js'
import * as z from 'zod/mini'
import { auth, mail, permissions, development } from './auth.js'
import { beside } from './beside.js'
import { connection } from './connection.js'
import type { EnvHelper } from './env-helper.js'
import { graphql } from './graphql.js'
import { origin, path, positive, publicUrl } from './values.js'
import { deepPopulate, transformer } from './plugin-options.js'
import { metrics, traces } from './telemetry.js'
import { upload } from './upload.js'
import { outbox, webhookDefaults, webhooks } from './webhooks.js'

const count = z.int().check(z.nonnegative())

/** The `log` section of the configuration. */
const log = z.strictObject({
  /**
   * The lowest level that is logged. `info` logs a line for each request. The default is `info` for `start`
   * and `dev`, and `warn` for a service in a program.
   */
  level: z.optional(z.enum(['silent', 'error', 'warn', 'info', 'debug'])),
  /** The format of log lines. The default is `json` if NODE_ENV is `production`, otherwise `text`. */
  format: z.optional(z.enum(['json', 'text'])),
  /** SQL statements that take at least this many milliseconds are logged. 0 logs none. */
  slowQueryMilliseconds: z._default(count, 1_000),
})

/** An hour in seconds. */
const longestDrain = 3_600

const hostName = z.string().check(
  z.regex(/^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/i, {
    error: 'must be a host name without a port, such as "content".',
  }),
)

const header = z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: 'must be the name of a header.' }))
const headerValue = z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must be the value of a header.' }))

/** The `http` section of the configuration. */
const http = z.strictObject({
  /** Compresses responses for clients that accept it. */
  compression: z._default(z.boolean(), true),
  /**
   * The number of seconds for which browsers only use HTTPS: the `max-age` of `Strict-Transport-Security`. 0
   * sends no such header.
   */
  hsts: z._default(count, 0),
  /**
   * A prefix length in bits. IPv6 addresses with the same prefix count as one client, in limits on sign-ins
   * and uploads and in queues.
   */
  ipv6Prefix: z._default(z.int().check(z.minimum(16), z.maximum(128)), 56),
  /**
   * Seconds between SIGTERM, when `/readyz` starts to fail, and the time when the service accepts no more
   * connections.
   */
  drain: z._default(count.check(z.maximum(longestDrain)), 1),
  /**
   * Further host names by which clients may read `/metrics`, and read the schema and use the tools of a
   * service in development. Addresses and `localhost` are always allowed. Other names are rejected, because a
   * web page may resolve its own name to this machine (DNS rebinding).
   */
  allowedHosts: z._default(z.array(hostName), []),
  /**
   * Headers of all responses, which replace those that the server sends by default. null: no such header.
   * Pages and files of the server keep their own.
   */
  headers: z._default(z.record(header, z.nullable(headerValue)), {}),
  /**
   * A folder whose files are served at `/`, except uploads and hidden files. Paths of the service and of the
   * project's code take precedence. null: none.
   */
  publicDirectory: z._default(z.nullable(z.string().check(z.minLength(1))), null),
  /** The number of seconds for which browsers may cache a file of `publicDirectory`. */
  publicMaxAge: z._default(count, 60),
  /** Files for `/favicon.ico`. The first one that exists is served; without one, the icon of the server. */
  icons: z._default(z.array(z.string().check(z.minLength(1))), []),
})

const localeCode = z
  .string()
  .check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { error: 'must be a locale code such as "en" or "pt-BR".' }))

const rest = z.strictObject({
  /** The path prefix of the REST API. */
  prefix: z._default(path, '/api'),
  /** Entries per page when the request has no limit (specification §8). */
  defaultLimit: z._default(positive, 25),
  /** The maximum number of entries per page. Larger page sizes are reduced to it. null: no maximum. */
  maxLimit: z._default(z.nullable(positive), 100),
  /** Whether responses hold totals unless the request decides otherwise. */
  withCount: z._default(z.boolean(), true),
  /** Rejects unknown query parameters, populate names and body attributes. Otherwise they are ignored. */
  strictParams: z._default(z.boolean(), true),
  /** Serves `/openapi.json`. The default is true in development and staging only. */
  openapi: z.optional(z.boolean()),
  /**
   * Gives `populate=deep`, `populate=deep,3` and `pLevel=3` a meaning: all relations, components and files up
   * to a depth. null: they have none.
   */
  deepPopulate: z._default(z.nullable(deepPopulate), null),
  /** Changes the form of requests and responses of content types. null: it stays. */
  transformer: z._default(z.nullable(transformer), null),
})

const i18n = z
  .strictObject({
    defaultLocale: z._default(localeCode, 'en'),
    /** The locales of content. The default locale is always one of them. */
    locales: z._default(z.array(localeCode), []),
  })
  .check(z.overwrite((value) => ({ ...value, locales: [...new Set([value.defaultLocale, ...value.locales])] })))

/** The longest timer of Node and PostgreSQL in milliseconds. Node ends longer ones early; PostgreSQL rejects them. */
const longestTimer = 2_147_483_647
/** The longest string of V8. */
const longestString = 536_870_888

const responses = z.strictObject({
  /** The names of attributes that are private in every content type and component. */
  privateAttributes: z._default(z.array(z.string()), []),
})

const limits = z.strictObject({
  /** Bytes of a request body, after decompression. */
  body: z._default(positive, 1_048_576),
  /** Nesting depth of a JSON body. */
  bodyDepth: z._default(positive, defaultShapeLimits.bodyDepth),
  /** Number of keys of one object in a JSON body. */
  bodyKeys: z._default(positive, defaultShapeLimits.bodyKeys),
  /** Number of objects and arrays in a JSON body. */
  bodyObjects: z._default(positive, defaultShapeLimits.bodyObjects),
  /** Number of parameters of one query string. */
  parameters: z._default(positive, 2_000),
  /** Number of items of one array in a query, for example of `$in`. */
  arrayItems: z._default(positive, 1_000),
  /** Nesting depth of filters. In a URL: the number of brackets after `filters`. */
  filterDepth: z._default(positive, 20),
  /** Number of conditions of all filters of a query, including the relations that they follow. */
  filterConditions: z._default(positive, 500),
  /** Characters of one string in a filter. */
  filterText: z._default(positive, 4_096),
  /**
   * The maximum query cost of a request, which is estimated before it runs. One unit is about a microsecond
   * in the database.
   */
  queryCost: z._default(positive, 1_000_000),
  /** Milliseconds that one SQL statement may take. On SQLite this only limits statements that read. */
  statementMilliseconds: z._default(positive.check(z.maximum(longestTimer)), 30_000),
  /** Bytes of the JSON text that one statement returns. */
  responseBytes: z._default(positive.check(z.maximum(longestString)), 33_554_432),
  /** Bytes of memory for all responses that are being read or sent. Large responses wait for others to finish. */
  responseMemory: z._default(positive, 268_435_456),
  /** Milliseconds that a lifecycle hook of the project may take. The hook keeps the transaction open for that time. */
  hookMilliseconds: z._default(positive.check(z.maximum(longestTimer)), 5_000),
  /** Clients of `/content-api/events` at a time, in one process. */
  eventClients: z._default(positive, 2_000),
  /** Connections to `/content-api/events` of one user, API token or address at a time, in one process. */
  eventClientsPerCaller: z._default(positive, 20),
  /** Milliseconds that a route, resolver, policy or middleware of the project may take. */
  handlerMilliseconds: z._default(positive.check(z.maximum(longestTimer)), 20_000),
})

const cors = z.strictObject({
  /**
   * The origins whose pages may call the service, such as `https://app.example`, or `http://localhost:*` for
   * any port. `*` allows all origins; browsers then send no cookies.
   */
  origins: z._default(z.array(origin), ['http://localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*']),
  /** The methods that pages may use. */
  methods: z._default(z.array(header), ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
  /** The headers that pages may send. */
  headers: z._default(z.array(header), ['Content-Type', 'Authorization', 'Origin', 'Accept']),
  /** The headers that pages may read, in addition to those that browsers always allow. */
  expose: z._default(z.array(header), []),
  /** Seconds for which browsers remember these rules. */
  maxAge: z._default(count, 31_536_000),
  /** Whether pages of origins that are listed by name may send cookies. */
  credentials: z._default(z.boolean(), true),
})

const keys = z.strictObject({
  host: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  /** 0 selects a free port. */
  port: z._default(count.check(z.maximum(65_535)), 1337),
  /** The address by which browsers reach the service, such as `https://cms.example.org`. */
  url: z.optional(publicUrl),
  database: z.prefault(connection, '.tmp/data.db'),
  api: z.prefault(z.strictObject({ rest: z.prefault(rest, {}), responses: z.prefault(responses, {}) }), {}),
  graphql: z.prefault(
    z.strictObject({
      /** Serves the GraphQL API in addition to REST (specification §1). */
      enabled: z._default(z.boolean(), true),
      config: z.prefault(graphql, {}),
    }),
    {},
  ),
  i18n: z.prefault(i18n, {}),
  /**
   * The stored types of custom fields, by name, such as `plugin::color-picker.color`. Fields of well-known
   * plugins and those that the project registers need no entry.
   */
  customFields: z._default(z.record(z.string(), z.enum(customFieldTypes)), {}),
  cors: z.prefault(cors, {}),
  limits: z.prefault(limits, {}),
  upload: z.prefault(upload, {}),
  /** Without it every request is allowed, and the service is only reachable from this machine. */
  permissions: z.optional(permissions),
  auth: z.prefault(auth, {}),
  /** Findings that `content-api doctor` and the start don't report. */
  doctor: z.prefault(z.strictObject({ allow: z._default(z.array(z.string()), []) }), {}),
  /** Users and tokens for development. A service in production doesn't start with them. */
  development: z.prefault(development, {}),
  mail: z.prefault(mail, {}),
  http: z.prefault(http, {}),
  log: z.prefault(log, {}),
  /** Serves `/metrics` for Prometheus. Without it nothing is measured. */
  metrics: z.optional(metrics),
  traces: z.prefault(traces, {}),
  /**
   * The number of proxies between clients and the service. The same number of addresses in `X-Forwarded-For`
   * are trusted.
   */
  trustProxy: z._default(count, 0),
  /** Settings of `content-api beside`, which reads the database of a running Strapi 4. */
  beside: z.prefault(beside, {}),
  /** Receivers of HTTP requests about writes. */
  webhooks: z._default(webhooks, []),
  webhookDefaults: z.prefault(webhookDefaults, {}),
  /** Serves `/content-api/events`, where clients hear of writes. */
  events: z._default(z.boolean(), false),
  outbox: z.prefault(outbox, {}),
})

/** The schema of the configuration, with the default of each key. */
export const configSchema = keys.check(
  z.refine(({ url, auth }) => url !== undefined || !Object.values(auth.providers).some(({ enabled }) => enabled), {
    path: ['url'],
    error:
      'is missing. Providers of auth.providers send browsers back to the address of this service: set a URL such as "https://cms.example.org".',
  }),
)

/** A configuration as a project writes it. Every key is optional. */
export type ConfigInput = z.input<typeof configSchema>

/** A checked configuration with every default filled in. */
export type Config = z.output<typeof configSchema>

/** A configuration that is a function. */
type MakeConfig = (tools: { readonly env: EnvHelper }) => ConfigInput | Promise<ConfigInput>

/** Returns its argument. It gives `content-api.config.ts` its types: an object, or a function `({ env }) => object`. */
export function defineConfig<Definition extends ConfigInput | MakeConfig>(config: Definition): Definition {
  return config
}
