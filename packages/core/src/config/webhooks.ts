import * as z from 'zod/mini'
import { flag, positive, text } from './values.js'

/**
 * The events that webhooks may want, as in Strapi. Only documents of Strapi 5 have `entry.draft-discard`.
 * `entry.import` reports a content type that was imported.
 */
export const webhookEvents = [
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'entry.draft-discard',
  'media.create',
  'media.update',
  'media.delete',
  'entry.import',
] as const

const url = text.check(
  z.refine(
    (value) => {
      const parsed = URL.canParse(value) ? new URL(value) : null
      return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) && parsed.username === ''
    },
    { error: 'must be an http or https URL without a user name, such as "https://app.example/hook".' },
  ),
)

/** Bytes of a secret, as Standard Webhooks recommends. */
const secretBytes = { least: 24, most: 64 }

const secret = text.check(
  z.refine(
    (value) => {
      const bytes = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value.slice(6), 'base64').length : 0
      return bytes >= secretBytes.least && bytes <= secretBytes.most
    },
    {
      error: 'must be "whsec_" and 24 to 64 random bytes in base64. Create one: echo whsec_$(openssl rand -base64 32)',
    },
  ),
)

const headers = z.record(
  text.check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: 'must be the name of a header.' })),
  z.string().check(z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must be the value of a header.' })),
)

const webhook = z.strictObject({
  /** Identifies the webhook in commands and in the database. A new name starts with no events. */
  name: text,
  url,
  /** By default, all events of entries and files except imports. */
  events: z._default(z.array(z.enum(webhookEvents)).check(z.minLength(1)), webhookEvents.slice(0, -1)),
  /** The uids of the content types whose events are sent. By default, all. */
  types: z.optional(z.array(text).check(z.minLength(1))),
  /** Headers of each request. They replace the default headers. */
  headers: z._default(headers, {}),
  /** Signs each request by the scheme of Standard Webhooks. */
  secret: z.optional(secret),
  /** Allows addresses of this machine and of private networks. */
  allowPrivateAddresses: flag(false),
  enabled: flag(true),
})

/** The `webhooks` section of the configuration. */
export const webhooks = z.array(webhook).check(
  z.refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
    error: 'must have different names.',
  }),
)

/** A webhook of the configuration. */
export type Webhook = z.output<typeof webhook>

/** The `webhookDefaults` section of the configuration. */
export const webhookDefaults = z.strictObject({
  /** Seconds that an attempt may take. Three times as long after the end of a process, another one delivers. */
  timeout: z._default(positive.check(z.maximum(300)), 10),
  /** Headers of the requests of all webhooks. */
  headers: z._default(headers, {}),
})

const threeDays = 259_200

/** The `outbox` section of the configuration: how long events are kept. */
export const outbox = z.strictObject({
  /** Seconds for which events and their deliveries are kept, delivered or not. */
  maxAge: z._default(positive, threeDays),
  /** The number of events that are kept, delivered or not. */
  maxEvents: z._default(positive, 100_000),
})
