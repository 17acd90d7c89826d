import { isScalar } from '../attribute.js'
import { below } from '../problem.js'
import { quote } from '../wording.js'
import { type ModelCheck, allDrafts } from './draft-model.js'
import { describeDanger } from './regex-safety.js'

/** The server runs regular expressions on client input, so each must be valid and must not backtrack without limit. */
export const checkRegexes: ModelCheck = (model, reportFor) => {
  const verdicts = new Map<string, Verdict>()
  for (const { file, schema } of allDrafts(model)) {
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (!isScalar(attribute) || attribute.regex === undefined) continue
      const report = below(reportFor(file), 'attributes', name)
      const verdict = verdicts.get(attribute.regex) ?? judge(attribute.regex)
      verdicts.set(attribute.regex, verdict)
      if (typeof verdict === 'string') report(['regex'], verdict)
      else if (typeof attribute.default === 'string' && !verdict.test(attribute.default)) {
        report(['default'], `is ${quote(attribute.default)}, which doesn't match "regex".`)
      }
    }
  }
}

/** The compiled expression, or a message that says what is wrong with it. */
type Verdict = RegExp | string

function judge(source: string): Verdict {
  try {
    // Bounded input: the expression of a schema, whose time `describeDanger` analyses.
    const expression = new RegExp(source)
    return describeDanger(source) ?? expression
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `is not a valid regular expression: ${error.message.replace(/^Invalid regular expression: /, '')}.`
  }
}
