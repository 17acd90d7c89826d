import { type ContentType, isRecord, isScalar } from '@content-api/model'
import type { Values, WritePlan } from '@content-api/engine/plan'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { checkedModel } from './strapi-models.js'

/** `strapi.entityValidator`. Its functions return the data. @throws ApiError ValidationError */
export interface EntityValidator {
  validateEntityCreation(model: unknown, data: unknown, option?: DraftOption): Promise<unknown>
  validateEntityUpdate(model: unknown, data: unknown, option?: DraftOption): Promise<unknown>
}

interface DraftOption {
  readonly isDraft?: boolean
}

/**
 * Returns a function that returns data without mistakes, for a new entry with its defaults.
 * @throws ApiError ValidationError for mistakes
 */
const checking =
  (action: WritePlan['action']) =>
  async (model: unknown, data: unknown, { isDraft = false }: DraftOption = {}): Promise<unknown> => {
    const { schema, sanitizers } = checkedModel(model)
    if (schema.model !== 'contentType') throw new ExtensionError('strapi.entityValidator needs a content type.')
    sanitizers.check(data, schema, { action, isDraft })
    return action === 'create' && isRecord(data) ? { ...defaultsOf(schema), ...data } : data
  }

/** Returns the values of a new entry that its data may leave out. */
function defaultsOf({ declared }: ContentType): Values {
  const entries = Object.entries(declared).flatMap(([name, attribute]): [string, unknown][] => {
    if (isScalar(attribute)) return attribute.default === undefined ? [] : [[name, attribute.default]]
    const isList = attribute.type === 'dynamiczone' || (attribute.type === 'component' && attribute.repeatable)
    return isList ? [[name, []]] : []
  })
  return Object.fromEntries(entries)
}

/** `strapi.entityValidator` of Strapi 4: checks data for `strapi.db.query`, which doesn't check it itself. */
export const entityValidator: EntityValidator = {
  validateEntityCreation: checking('create'),
  validateEntityUpdate: checking('update'),
}
