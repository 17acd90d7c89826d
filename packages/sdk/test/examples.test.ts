import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript-5'
import { beforeAll, expect, it } from 'vitest'

const packageRoot = fileURLToPath(new URL('..', import.meta.url))
/** Inside the package, where its own name and its dependencies are found. */
const folder = join(packageRoot, '.tmp', 'examples')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

interface PublicExport {
  readonly name: string
  readonly isValue: boolean
  readonly documentation: string
  readonly examples: readonly string[]
}

/** What the entry points of `package.json` export, with its comments. */
async function publicExports(): Promise<PublicExport[]> {
  const { exports } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as {
    exports: Record<string, { types?: string }>
  }
  const entries = Object.values(exports).flatMap(({ types }) =>
    types ? [join(packageRoot, types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts'))] : [],
  )
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    strict: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  return entries.flatMap((entry) => {
    const file = program.getSourceFile(entry)
    const module = file && checker.getSymbolAtLocation(file)
    if (!module) throw new Error(`${entry} exports nothing`)
    return checker.getExportsOfModule(module).map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const tags = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example')
      return {
        name: exported.name,
        isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
        documentation: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
        examples: tags.map(({ text }) => ts.displayPartsToString(text)),
      }
    })
  })
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
beforeAll(async () => {
  all = await publicExports()
}, 120_000)

it('every public export has a comment', () => {
  expect(all.length).toBeGreaterThan(80)
  expect(all.filter(({ name, documentation }) => documentation === '').map(({ name }) => name)).toEqual([])
})

it('every public function and class has an example', () => {
  const without = all.filter(({ name, isValue, examples }) => isValue && !examples.some(codeOf))
  expect(without.map(({ name }) => name)).toEqual([])
})

it('every example compiles', { timeout: 120_000 }, async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of ['content-types.gen.ts', 'documents.gen.ts']) {
    await cp(join(packageRoot, 'test/fixtures', name), join(folder, name))
  }
  for (const { name, examples } of all) {
    for (const [index, example] of examples.entries()) {
      const code = codeOf(example)
      expect(code, `the example of ${name} is a block of ts`).toBeDefined()
      await writeFile(join(folder, `${name}-${index}.ts`), `${code}\nexport {}\n`)
    }
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const errors = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(errors).toBe('')
})
