// `pnpm check`: all checks that must pass before a change is merged. `--list` names the steps, `--only a,b`
// selects some.
import './lib/require-node.mjs'
import { existsSync } from 'node:fs'
import { totalmem } from 'node:os'
import { buildCommands } from './lib/build.mjs'
import { chooseSteps } from './lib/choose-steps.mjs'
import { flagsForShortRuns } from './lib/node-flags.mjs'
import { binOf, inRoot } from './lib/root.mjs'
import { runSteps } from './lib/run-steps.mjs'

// The compiler and the type-aware linter are Go programs. They collect garbage for a third of their time,
// unless they may use more memory: two of them run at a time.
process.env.GOGC ??= totalmem() > 12e9 ? 'off' : '300'
process.env.GOMEMLIMIT ??= '3500MiB'

const tool = (dependency, args, name = dependency) => [...flagsForShortRuns, binOf(dependency, name), ...args]
const vitestReport = inRoot('.tmp', 'vitest-tests.json')

const checkPackages = inRoot('scripts', 'check-packages.mjs')
const conformance = inRoot('scripts', 'conformance.mjs')

/** The steps, in the order in which they run. lib/run-steps.mjs documents their format. */
const steps = [
  {
    name: 'build',
    title: 'tsc -b, the page of the explorer, the page of all clauses',
    commands: buildCommands,
  },
  { name: 'format', title: 'biome', light: true, commands: () => [tool('@biomejs/biome', ['format', '.'], 'biome')] },
  {
    name: 'lint',
    title: 'oxlint: types, layers, cycles',
    light: true,
    commands: () => [tool('oxlint', ['--type-aware', '--deny-warnings', '.'])],
  },
  {
    name: 'types',
    title: 'types of the Next.js example, which needs a different module resolution',
    light: true,
    commands: () => [tool('typescript', ['-p', inRoot('examples', 'next')], 'tsc')],
  },
  { name: 'manifests', title: 'sherif', light: true, commands: () => [tool('sherif', [])] },
  {
    name: 'unused',
    title: 'knip: unused files, exports, dependencies',
    light: true,
    commands: () => [tool('knip', [])],
  },
  {
    name: 'reference',
    title: 'the pages about the command line and long verifications list what their programs have',
    light: true,
    commands: () => [
      [inRoot('scripts', 'record-commands.mjs'), '--check'],
      [inRoot('scripts', 'record-verifications.mjs'), '--check'],
    ],
  },
  {
    name: 'type-tests',
    // The build has checked the sources, so this run reads their declarations. One checker checks no type twice.
    title: 'types of tests, examples and configuration; code that must compile, and code that must not',
    light: true,
    commands: () => [tool('typescript', ['-p', inRoot('tsconfig.tests.json'), '--checkers', '1'], 'tsc')],
  },
  {
    name: 'tests',
    title: 'unit, contract and end-to-end tests',
    commands: () => [
      tool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]),
    ],
    report: vitestReport,
  },
  {
    name: 'packages',
    title: 'packages: pack, check, install with npm, use',
    // It waits for disks and npm for a half of its time. Packing writes files that tests read.
    beside: 'tests',
    prepare: () => [[checkPackages, '--pack']],
    commands: () => [[checkPackages, '--packed']],
  },
  ...(existsSync(conformance)
    ? [
        {
          name: 'conformance',
          title: 'the suite against the server, and against its project of Strapi 5',
          beside: 'tests',
          commands: () => [[conformance], [conformance, '--strapi-5']],
        },
      ]
    : []),
]

process.exitCode = (await runSteps(chooseSteps('pnpm check', steps))) ? 0 : 1
