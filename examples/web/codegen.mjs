import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { preset } from '@content-api/sdk/codegen'
import { generate } from '@graphql-codegen/cli'
import { atlasProject } from './open-atlas.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Returns the files of `src/content.gen/` as `{ filename, content }`, generated from the atlas' schemas and
 * the documents in `src`.
 */
export async function generatedFiles() {
  const files = await generate(
    {
      cwd: here,
      schema: await atlasSchema(),
      documents: ['src/**/*.{ts,tsx}', '!src/content.gen/**'],
      generates: {
        'src/content.gen/': {
          preset,
          presetConfig: { project: atlasProject, client: { fragmentMasking: false } },
          config: { useTypeImports: true, enumsAsTypes: true, skipTypename: true, importExtension: '.js' },
        },
      },
      silent: true,
    },
    false,
  )
  return files.map(({ filename, content }) => ({ filename: resolve(here, filename), content }))
}

/** Returns the GraphQL schema of the atlas as SDL, with its extension. */
async function atlasSchema() {
  const server = fileURLToPath(import.meta.resolve('@content-api/server/package.json'))
  const command = `${dirname(server)}/bin/content-api.mjs`
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'sdl', '--project', atlasProject], {
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

/** `node codegen.mjs` writes changed files. `--check` only reports them and fails if there are any. */
async function run() {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  for (const { filename, content } of await generatedFiles()) {
    const there = await readFile(filename, 'utf8').catch(() => undefined)
    if (there === content) continue
    console.log(`${relative(here, filename)} ${values.check ? 'is out of date. Run: pnpm codegen' : 'written'}`)
    if (values.check) process.exitCode = 1
    else {
      await mkdir(dirname(filename), { recursive: true })
      await writeFile(filename, content)
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
