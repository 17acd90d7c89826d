import { isScalar } from '../attribute.js'
import { below, quote } from '../problem.js'
import { type ModelCheck, allDrafts } from './draft-model.js'
import { describeDanger } from './regex-safety.js'

/** A regular expression is run on what clients send: it must be valid and can't be allowed to run away. */
export const checkRegexes: ModelCheck = (model, reportFor) => {
  for (const { file, schema } of allDrafts(model)) {
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (!isScalar(attribute) || attribute.regex === undefined) continue
      const report = below(reportFor(file), 'attributes', name)
      const expression = compile(attribute.regex)
      if (typeof expression === 'string') {
        report(['regex'], `is no regular expression: ${expression}.`)
        continue
      }
      const danger = describeDanger(attribute.regex)
      if (danger !== undefined) report(['regex'], danger)
      else if (typeof attribute.default === 'string' && !expression.test(attribute.default)) {
        report(['default'], `is ${quote(attribute.default)}, which doesn't match "regex".`)
      }
    }
  }
}

/** The expression, or why it is none. */
function compile(source: string): RegExp | string {
  try {
    return new RegExp(source)
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
  }
}
