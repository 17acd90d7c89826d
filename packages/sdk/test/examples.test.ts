import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript-5'
import { beforeAll, expect, it } from 'vitest'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
/** Inside the package, so that imports of the package and its dependencies resolve. */
const folder = join(packageRoot, '.tmp', 'examples')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

interface PublicExport {
  readonly name: string
  /** Where applications import it from: `@content-api/sdk/media`. */
  readonly from: string
  readonly isValue: boolean
  readonly documentation: string
  readonly examples: readonly string[]
}

interface Example {
  /** The source file and the line of the comment: `src/auth/auth.ts:38`. */
  readonly place: string
  readonly text: string
}

/** Returns the exports of the entry points in `package.json` and every example in the sources. */
async function readSources(): Promise<{ all: PublicExport[]; examples: Example[] }> {
  const manifest = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    name: string
    exports: Record<string, { types?: string }>
  }
  const entries = Object.entries(manifest.exports).flatMap(([path, { types }]) =>
    types
      ? [
          {
            from: manifest.name + path.slice(1),
            entry: join(packageRoot, types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts')),
          },
        ]
      : [],
  )
  const roots = entries.map(({ entry }) => entry)
  const program = ts.createProgram(roots, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    strict: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const all = entries.flatMap(({ from, entry }) => {
    const file = program.getSourceFile(entry)
    const module = file && checker.getSymbolAtLocation(file)
    if (!module) throw new Error(`${entry} exports nothing`)
    return checker.getExportsOfModule(module).map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const tags = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example')
      return {
        name: exported.name,
        from,
        isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
        documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
        examples: tags.map(({ text }) => ts.displayPartsToString(text)),
      }
    })
  })
  const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(packageRoot, 'src')))
  return { all, examples: sources.flatMap(examplesOf) }
}

/** Returns the examples of a file, those of members included. */
function examplesOf(file: ts.SourceFile): Example[] {
  const found = new Map<number, Example>()
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node)) {
      if (tag.tagName.text !== 'example') continue
      const line = file.getLineAndCharacterOfPosition(tag.pos).line + 1
      const text = ts.getTextOfJSDocComment(tag.comment) ?? ''
      found.set(tag.pos, { place: `${relative(packageRoot, file.fileName)}:${line}`, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found.values()]
}

/** Returns the names that a piece of code uses without importing or declaring them. */
function undeclaredNames(code: string): Set<string> {
  const used = new Set<string>()
  const declared = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node
      const isMember =
        (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node
      const isDeclared =
        (ts.isVariableDeclaration(parent) ||
          ts.isParameter(parent) ||
          ts.isBindingElement(parent) ||
          ts.isImportSpecifier(parent) ||
          ts.isTypeAliasDeclaration(parent) ||
          ts.isInterfaceDeclaration(parent) ||
          ts.isFunctionDeclaration(parent) ||
          ts.isClassDeclaration(parent)) &&
        parent.name === node
      if (isDeclared) declared.add(node.text)
      else if (!isMember) used.add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true))
  return new Set([...used].filter((name) => !declared.has(name)))
}

/** The names of an application that examples use without declaring them. */
const APPLICATION = `
import { auth, createClient, files, graphql, locales, upload, users } from '@content-api/sdk'
import { createUrqlClient } from '@content-api/sdk/urql'
import type { ContentTypes } from './content-types.gen.js'

export const api = createClient<ContentTypes>({ baseURL: 'https://cms.example.org' })
  .with(auth())
  .with(users())
  .with(upload())
  .with(files())
  .with(graphql())
  .with(locales())
export const urql = createUrqlClient({ api })
`

/** The import of each name that an example may use without importing it. */
function hiddenImports(all: readonly PublicExport[]): Map<string, string> {
  const ofPackage = all.map(({ name, from, isValue }): [string, string] => [
    name,
    `import ${isValue ? '' : 'type '}{ ${name} } from '${from}'`,
  ])
  return new Map([
    // The main entry point comes first in `package.json`. The last import of a name wins.
    ...ofPackage.toReversed(),
    // In an application `ContentTypes` is the generated type, not the type of the same name in the package.
    ['ContentTypes', "import type { ContentTypes } from './content-types.gen.js'"],
    ['ArticlesDocument', "import { ArticlesDocument } from './documents.gen.js'"],
    ...['api', 'urql'].map((name): [string, string] => [name, `import { ${name} } from './application.js'`]),
    ...['cacheExchange', 'fetchExchange'].map((name): [string, string] => [
      name,
      `import { ${name} } from '@urql/core'`,
    ]),
  ])
}

const codeOf = (example: string) => /^```ts\n([^]*?)\n```$/m.exec(example)?.[1]

const tsconfig = {
  extends: '../../../../tsconfig.base.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    noEmit: true,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
  },
  include: ['*.ts'],
}

let all: PublicExport[]
let examples: Example[]
beforeAll(async () => {
  ;({ all, examples } = await readSources())
}, 120_000)

it('every public export has a comment', () => {
  expect(all.length).toBeGreaterThan(80)
  const without = all.filter(({ documentation }) => documentation === '')
  expect(without.map(({ name }) => name)).toEqual([])
})

it('every public function and class has an example', () => {
  const without = all.filter(({ isValue, examples }) => isValue && !examples.some(codeOf))
  expect(without.map(({ name }) => name)).toEqual([])
})

it('every example compiles', async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of ['content-types.gen.ts', 'documents.gen.ts']) {
    await cp(join(packageRoot, 'test/fixtures', name), join(folder, name))
  }
  await writeFile(join(folder, 'application.ts'), APPLICATION)
  const imports = hiddenImports(all)
  for (const { place, text } of examples) {
    const code = codeOf(text)
    expect(code, `the example at ${place} is a block of ts`).toBeDefined()
    const prelude = [...undeclaredNames(code ?? '')].flatMap((name) => imports.get(name) ?? [])
    // The imports take one line, so an error names the line of the example plus one.
    const source = `${prelude.join('; ')}\n${code}\nexport {}\n`
    await writeFile(join(folder, `${place.replaceAll(/[^\w-]/g, '_')}.ts`), source)
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const errors = await promisify(execFile)(process.execPath, [tsc, '-p', folder, '--checkers', '1']).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(examples.length).toBeGreaterThan(40)
  expect(errors).toBe('')
})
