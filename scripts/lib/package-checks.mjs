import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationProblems } from './installed-size.mjs'
import { project } from './packed-packages.mjs'
import { binOf } from './root.mjs'
import { runNode } from './run.mjs'

const NEVER_PUBLISHED = /\.(test|test-d|bench)\.|\.tsbuildinfo$|^(src|test|tests)\//

/** Returns the specifiers under which a packed package exports modules, without its assets. */
function entryPoints({ name, manifest }) {
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path]) => name + path.slice(1))
}

/** Returns the output of a program that failed, or null. */
async function complaint(args, options) {
  const { code, output } = await runNode(args, { ...options, env: { NO_COLOR: '1' } })
  return code === 0 ? null : output
}

const importing = (specifiers) =>
  specifiers
    .map(
      (specifier) =>
        `if (Object.keys(await import('${specifier}')).length === 0) throw new Error('${specifier} exports nothing')`,
    )
    .join('\n')

/** Checks that `npm test` leaves to `pnpm verify:long`: the compiler and publint find most of the same faults. */
export const longChecks = new Set(['its types resolve in every module resolution mode'])

/**
 * The checks of a packed package. Each check gets the package and all packages. It resolves to null if it
 * passes, to a message if it fails, and to undefined if it doesn't apply. Later checks use the project that an
 * earlier check installed: those without the optional peers come first, because the others add them to it.
 */
export const packageChecks = {
  'contains all published files and no others': async ({ files, manifest }) => {
    // The first release writes the changelog.
    const listed = manifest.files.filter((entry) => !/[*!]/.test(entry) && entry !== 'CHANGELOG.md')
    const promised = ['README.md', 'LICENSE', 'package.json', ...listed]
    const missing = promised.filter((name) => !files.some((file) => file === name || file.startsWith(`${name}/`)))
    const surplus = files.filter((file) => NEVER_PUBLISHED.test(file))
    if (missing.length + surplus.length === 0) return null
    return [
      ...missing.map((file) => `missing: ${file}`),
      ...surplus.map((file) => `must not be published: ${file}`),
    ].join('\n')
  },

  'publint agrees': ({ tarball }) => complaint([binOf('publint'), 'run', tarball, '--strict']),

  'its types resolve in every module resolution mode': ({ tarball }) =>
    complaint([binOf('@arethetypeswrong/cli', 'attw'), tarball, '--profile', 'esm-only', '--no-color', '--no-emoji']),

  'can be installed and imported without its optional peers': async (packed, all) => {
    const cwd = await project(packed, all)
    return complaint(['--input-type=module', '--eval', importing([packed.name])], { cwd })
  },

  'installs within its size limit, and only packages that support the oldest Node': async (packed, all) =>
    installationProblems(packed.name, await project(packed, all)),

  'its commands answer --help': async (packed, all) => {
    if (!packed.manifest.bin) return undefined
    const cwd = await project(packed, all)
    for (const [name, file] of Object.entries(packed.manifest.bin)) {
      const { code, output } = await runNode([join(cwd, 'node_modules', packed.name, file), '--help'], { cwd })
      if (code !== 0 || !output.includes(name)) return `${name} --help gave code ${code}:\n${output}`
    }
    return null
  },

  'every entry point can be imported': async (packed, all) => {
    const cwd = await project(packed, all, { peers: true })
    return complaint(['--input-type=module', '--eval', importing(entryPoints(packed))], { cwd })
  },

  'its declarations compile in a strict project, resolved as by Node.js and by bundlers': async (packed, all) => {
    const cwd = await project(packed, all, { peers: true })
    const imports = entryPoints(packed).map((specifier, index) => `import * as entry${index} from '${specifier}'`)
    const uses = `export const entries = [${imports.map((_, index) => `entry${index}`).join(', ')}]`
    writeFileSync(join(cwd, 'consumer.ts'), `${[...imports, uses].join('\n')}\n`)
    const problems = []
    for (const [name, resolution] of Object.entries(resolutions)) {
      const config = join(cwd, `tsconfig.${name}.json`)
      writeFileSync(config, JSON.stringify(consumerOf(packed.manifest, resolution)))
      const { output } = await runNode(
        [binOf('typescript', 'tsc'), '-p', config, '--pretty', 'false', '--checkers', '1'],
        { cwd },
      )
      // Errors in the declarations of other packages are ignored.
      const ours = /^(consumer\.ts|tsconfig\.|error |(\.\/)?node_modules\/@content-api\/)/
      problems.push(...output.split('\n').filter((line) => ours.test(line)))
    }
    return problems.join('\n') || null
  },

  'works in a project (test/packed.mjs)': async (packed, all) => {
    const script = join(packed.folder, 'test', 'packed.mjs')
    if (!existsSync(script)) return undefined
    const cwd = await project(packed, all, { peers: true })
    copyFileSync(script, join(cwd, 'packed.mjs'))
    return complaint(['packed.mjs'], { cwd })
  },
}

/** The module resolution modes of ESM. */
const resolutions = {
  node: { module: 'NodeNext' },
  bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
}

/** Returns the tsconfig of a strict project. It includes Node's types if the package depends on them. */
const consumerOf = ({ dependencies = {} }, resolution) => ({
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    ...resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: '@types/node' in dependencies ? ['node'] : [],
  },
  files: ['consumer.ts'],
})
