import type { AttributeType } from '../attribute.js'
import { closest } from '../closest.js'
import { warnings } from '../problem.js'
import { quote } from '../wording.js'
import { type ModelCheck, allDrafts } from './draft-model.js'

const textual: ReadonlySet<AttributeType> = new Set(['string', 'text', 'richtext', 'enumeration', 'email'])

/** Reports `targetField` of a uid attribute unless it names a text attribute of the same schema. */
export const checkTargetFields: ModelCheck = (model, reportFor) => {
  for (const { file, schema, broken } of allDrafts(model)) {
    const { declared } = schema
    for (const [name, attribute] of Object.entries(declared)) {
      if (attribute.type !== 'uid' || attribute.targetField === undefined) continue
      const source = attribute.targetField
      const found = declared[source]
      if (broken.has(source) || (found && textual.has(found.type))) continue
      const texts = Object.keys(declared).filter((other) => textual.has(declared[other]?.type ?? 'json'))
      const what = found
        ? `is of type ${found.type}: a uid can only be generated from text`
        : `is not an attribute of ${schema.uid}`
      const path = ['attributes', name, 'targetField']
      warnings(reportFor(file))(path, `is ${quote(source)}, which ${what}.`, closest(source, texts))
    }
  }
}
