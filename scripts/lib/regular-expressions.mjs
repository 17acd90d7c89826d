// Finds the regular expressions in source text: literals, and calls of `RegExp` with constant arguments.
import { createRequire } from 'node:module'
import { inRoot } from './root.mjs'

// TypeScript 7 has no parser for JavaScript programs yet.
const ts = createRequire(inRoot('packages', 'sdk', 'package.json'))('typescript-5')

/** A comment beside an expression that isn't linear names the bound of its input. */
const boundMarker = /Bounded input[^:]*: (.+)/

/**
 * Returns the expressions of a file as `{ line, source, flags, bound }`. `source` is null if it depends on
 * values at run time. `bound` is the text of the comment beside it, or null.
 */
export function regularExpressions(path, text) {
  if (!/\/[^/\n]+\/|RegExp/.test(text)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lines = text.split('\n')
  const found = []
  const visit = (node) => {
    const expression = expressionOf(node, file)
    if (expression !== null) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push({ line: line + 1, ...expression, bound: boundBeside(lines, node, file) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function expressionOf(node, file) {
  if (ts.isRegularExpressionLiteral(node)) return literalOf(node)
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
  if (!isCall || node.expression.getText(file) !== 'RegExp') return null
  const [pattern, flags] = node.arguments ?? []
  const source = pattern && valueOf(pattern, file)
  return { source: typeof source === 'string' ? source : null, flags: flags ? String(valueOf(flags, file) ?? '') : '' }
}

function literalOf({ text }) {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

/** Returns a constant string or list of strings, or undefined if it isn't known. */
function valueOf(node, file) {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isRegularExpressionLiteral(node)) return literalOf(node).source
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return valueOf(node.expression, file)
  if (ts.isTemplateExpression(node)) return templateOf(node, file, false)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'String.raw') {
    return ts.isTemplateExpression(node.template) ? templateOf(node.template, file, true) : node.template.rawText
  }
  if (ts.isIdentifier(node)) return constantOf(node.text, file)
  if (ts.isArrayLiteralExpression(node)) return listOf(node.elements, file)
  if (ts.isNewExpression(node) && node.expression.getText(file) === 'Set') return valueOf(node.arguments[0], file)
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) return joined(node, file)
  return undefined
}

function templateOf({ head, templateSpans }, file, raw) {
  const textOf = (part) => (raw ? part.rawText : part.text)
  let result = textOf(head)
  for (const { expression, literal } of templateSpans) {
    const value = valueOf(expression, file)
    if (typeof value !== 'string') return undefined
    result += value + textOf(literal)
  }
  return result
}

function listOf(elements, file) {
  const values = elements.flatMap((element) =>
    ts.isSpreadElement(element) ? valueOf(element.expression, file) : [valueOf(element, file)],
  )
  return values.includes(undefined) ? undefined : values
}

function joined({ expression, arguments: [separator] }, file) {
  const list = expression.name.text === 'join' ? valueOf(expression.expression, file) : undefined
  const text = separator && valueOf(separator, file)
  return Array.isArray(list) && typeof text === 'string' ? list.join(text) : undefined
}

/** Returns the value of the only `const` with this name. */
function constantOf(name, file) {
  const initializers = []
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText(file) === name) initializers.push(node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(file)
  const [initializer, another] = initializers
  return initializer && !another ? valueOf(initializer, file) : undefined
}

/** Reads the comment at the end of the expression's line, or directly above the expression or its statement. */
function boundBeside(lines, node, file) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
  let statement = node
  while (statement.parent && !ts.isStatement(statement)) statement = statement.parent
  const { line: first } = file.getLineAndCharacterOfPosition(statement.getStart(file))
  for (const start of new Set([line, first])) {
    const comments = [lines[start].match(/\/\/ (.*)$/)?.[0] ?? '']
    for (let above = start - 1; /^\s*(?:\/\/|\/?\*)/.test(lines[above] ?? ''); above--) comments.push(lines[above])
    const bound = comments.join('\n').match(boundMarker)?.[1]
    if (bound !== undefined) return bound
  }
  return null
}
