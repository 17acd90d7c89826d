import { createRequire } from 'node:module'
import { inRoot, readJson } from './root.mjs'

/** TypeScript 5, because TypeScript 7, which builds the repository, has no programming interface. */
const ts = createRequire(inRoot('packages', 'sdk', 'package.json'))('typescript-5')

const intro = `# SDK exports

Every export of \`@content-api/sdk\` with its declaration and doc comment. For tasks, see the guides:
[reading](../sdk/reading.md), [writing](../sdk/writing.md), [errors](../sdk/errors.md) and others.
`

/** Returns the page of all exports: each entry point of the SDK, functions and classes before types. */
export function sdkReference() {
  const { exports, name } = readJson(inRoot('packages', 'sdk', 'package.json'))
  const entries = Object.entries(exports).flatMap(([path, target]) =>
    target.types ? [{ specifier: name + path.slice(1), file: inRoot('packages', 'sdk', target.types) }] : [],
  )
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
    },
  )
  const checker = program.getTypeChecker()
  const shown = new Set()
  const sections = entries.map(({ specifier, file }) => {
    const names = exportsOf(checker, program.getSourceFile(file)).filter(({ name: own }) => !shown.has(own))
    for (const { name: own } of names) shown.add(own)
    const [values, types] = [names.filter(({ isValue }) => isValue), names.filter(({ isValue }) => !isValue)]
    return [`## \`${specifier}\``, ...[...values, ...types].map(describe)].join('\n\n')
  })
  return `${[intro, ...sections].join('\n')}\n`.replaceAll(/\n{3,}/g, '\n\n').replaceAll(/\{@link (\S+?) *\}/g, '`$1`')
}

function exportsOf(checker, source) {
  return checker
    .getExportsOfModule(checker.getSymbolAtLocation(source))
    .map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      return { name: exported.name, symbol, isValue: Boolean(symbol.flags & ts.SymbolFlags.Value), checker }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function describe({ name, symbol, checker }) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()
  const declarations = symbol.declarations ?? []
  const code = declarations.map((node) => declarationOf(node)).join('\n')
  return [`### \`${name}\``, text, `\`\`\`ts\n${code}\n\`\`\``, ...tagsOf(symbol, checker)].filter(Boolean).join('\n\n')
}

/** Returns a declaration as in the package, without its `export declare`. */
function declarationOf(node) {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  return statement
    .getText()
    .replace(/^export (declare )?/, '')
    .replaceAll(/^ {4}/gm, '  ')
}

const listed = { param: 'Parameters', throws: 'Throws' }

function tagsOf(symbol, checker) {
  const tags = symbol
    .getJsDocTags(checker)
    .map(({ name, text }) => ({ name, text: ts.displayPartsToString(text).trim() }))
  const lists = Object.entries(listed).flatMap(([tag, title]) => {
    const items = tags.filter(({ name }) => name === tag).map(({ text }) => `- ${asItem(tag, text)}`)
    return items.length > 0 ? [`**${title}**\n\n${items.join('\n')}`] : []
  })
  const returns = tags.filter(({ name }) => name === 'returns').map(({ text }) => `**Returns** ${text}`)
  const examples = tags.filter(({ name }) => name === 'example').map(({ text }) => asExample(text))
  return [...lists, ...returns, ...examples]
}

function asItem(tag, text) {
  const line = text.replaceAll(/\s+/g, ' ')
  return tag === 'param' ? line.replace(/^(\S+)(?: -)?/, '`$1`') : line
}

const asExample = (text) => (text.includes('```') ? text : `\`\`\`ts\n${text}\n\`\`\``)
