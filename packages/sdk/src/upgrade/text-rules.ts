import type { Report, Rule } from './finding.js'
import type { Position } from './syntax.js'

interface Pattern {
  readonly rule: Rule
  readonly pattern: RegExp
  /** Names before a match that mean the same in both versions. */
  readonly except?: readonly string[]
}

/** Patterns in strings: addresses, query strings and names of headers. */
const textPatterns: readonly Pattern[] = [
  { rule: 'publication-state', pattern: /\bpublicationState=/g },
  { rule: 'id-filter', pattern: /(?:^|[?&])filters(?:\[|\[[^=&?]*\[)id\]/g },
  { rule: 'localization', pattern: /\/localizations$/g },
  { rule: 'all-locales', pattern: /\blocale=all\b/g },
  { rule: 'i18n-parameter', pattern: /plugins\[i18n\]\[locale\]/g },
  // Bounded input: a string in the code of the project.
  { rule: 'numeric-id', pattern: /\/api\/(?!auth\/|users\/|upload\/)[a-z][a-z0-9-]*\/\d+(?![\w-])/g },
  { rule: 'populate-deep', pattern: /\bpopulate=deep\b/g },
  { rule: 'provider-token', pattern: /\/callback\?access_token=/g },
  { rule: 'response-format', pattern: /^strapi-response-format$/gi },
]

/** Operations of Strapi 5 whose ids are numbers. */
const numericIds = ['UploadFile', 'UsersPermissionsUser', 'UsersPermissionsRole']

/** Patterns in GraphQL documents of Strapi 4. */
const documentPatterns: readonly Pattern[] = [
  { rule: 'graphql-envelope', pattern: /\battributes ?\{/g },
  { rule: 'publication-state', pattern: /\bpublicationState ?:/g },
  { rule: 'graphql-id', pattern: /\(id ?:/g, except: numericIds },
  { rule: 'graphql-localization', pattern: /\bcreate\w+Localization\b/g },
  { rule: 'graphql-upload', pattern: /\b(?:upload|multipleUpload)\(/g },
]

/** Returns whether a string is a GraphQL document. */
export function isDocument(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '' && !line.startsWith('#')) ?? ''
  return /^(?:query|mutation|subscription|fragment)\b/.test(first) && text.includes('{')
}

/** Reports the patterns in a string that starts at a position. */
export function checkText(text: string, start: Position, report: Report): void {
  reportPatterns(isDocument(text) ? documentPatterns : textPatterns, text, start, report)
}

/** Reports the patterns in a file of GraphQL documents. */
export function checkDocuments(text: string, report: Report): void {
  reportPatterns(documentPatterns, text, { line: 1, column: 0 }, report)
}

function reportPatterns(patterns: readonly Pattern[], text: string, start: Position, report: Report): void {
  for (const { rule, pattern, except = [] } of patterns) {
    for (const { index } of text.matchAll(pattern)) {
      const before = text.slice(0, index)
      if (except.some((name) => before.endsWith(name))) continue
      report(rule, { line: start.line + before.split('\n').length - 1, column: 0 })
    }
  }
}
