import { isScalar } from '../attribute.js'
import { closest } from '../closest.js'
import type { ContentType } from '../content-type.js'
import { type Report, prefixReport } from '../problem.js'
import { quote } from '../wording.js'
import type { ModelCheck } from './draft-model.js'

/** Reports indexes on attributes that aren't columns of the entry's own table. */
export const checkIndexes: ModelCheck = (model, reportFor) => {
  for (const { file, schema, broken } of model.contentTypes.values()) {
    for (const [position, index] of schema.indexes.entries()) {
      for (const [place, name] of index.attributes.entries()) {
        if (broken.has(name)) continue
        const report = prefixReport(reportFor(file), 'indexes', position, 'attributes', place)
        if (index.attributes.indexOf(name) < place) report([], `repeats ${quote(name)}.`)
        else if (name === 'id' && index.attributes.length === 1) report([], 'is "id", which is indexed already.')
        else checkIndexed(name, schema, report)
      }
    }
  }
}

function checkIndexed(name: string, schema: ContentType, report: Report): void {
  const attribute = schema.attributes[name]
  if (attribute === undefined) {
    const scalars = Object.entries(schema.attributes).filter(([, candidate]) => isScalar(candidate))
    const names = scalars.map(([candidate]) => candidate)
    report([], `is ${quote(name)}, which is not an attribute of ${schema.uid}.`, closest(name, names))
  } else if (!isScalar(attribute)) {
    report([], `is ${quote(name)}, a ${attribute.type}: only attributes with a column of their own can be indexed.`)
  }
}
