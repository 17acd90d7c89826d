import * as z from 'zod/mini'
import { flag, positive } from './values.js'

/** The settings of the plugin strapi-plugin-populate-deep. */
export const deepPopulate = z.strictObject({
  /** The depth of `populate=deep`. The entry itself is the first level. */
  defaultDepth: z._default(positive, 5),
  /** Leaves out the administrators who created and changed an entry. */
  skipCreatorFields: z._default(z.boolean(), true),
})

const hook = z.custom<(context: unknown) => void>((value) => typeof value === 'function', {
  error: 'must be a function of the Koa context.',
})

/** The settings of the plugin strapi-plugin-transformer, with its names. */
export const transformer = z.strictObject({
  responseTransforms: z.prefault(
    z.strictObject({
      /** Moves the attributes of entries beside their `id`. */
      removeAttributesKey: flag(false),
      /** Replaces `{ data }` of relations and files by its value. */
      removeDataKey: flag(false),
    }),
    {},
  ),
  requestTransforms: z.prefault(
    z.strictObject({
      /** Accepts bodies of POST and PUT without `data`. */
      wrapBodyWithDataKey: flag(false),
    }),
    {},
  ),
  hooks: z.prefault(
    z.strictObject({ preResponseTransform: z.optional(hook), postResponseTransform: z.optional(hook) }),
    {},
  ),
  /** The content types whose routes are changed, by the uid of the type or the name of its API. */
  contentTypeFilter: z.prefault(
    z.strictObject({
      mode: z._default(z.enum(['none', 'allow', 'deny']), 'none'),
      /** `true`, or an object of methods such as `{ GET: true }`. */
      uids: z._default(z.record(z.string(), z.union([z.boolean(), z.record(z.string(), z.boolean())])), {}),
    }),
    {},
  ),
})

export type Transformer = z.infer<typeof transformer>
