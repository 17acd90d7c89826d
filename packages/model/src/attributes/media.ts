import * as z from 'zod/mini'
import { type MediaAttribute, mediaKinds } from '../attribute.js'
import type { AttributeDefinition } from './definition.js'

export const media: AttributeDefinition<MediaAttribute> = {
  options: {
    multiple: z._default(z.boolean(), false),
    allowedTypes: z._default(z.array(z.enum(mediaKinds)).check(z.minLength(1)), [...mediaKinds]),
  },
}
