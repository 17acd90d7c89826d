import type { Block } from './documentation-blocks.js'

const inLanguage =
  (...languages: string[]) =>
  ({ language }: Block) =>
    languages.includes(language)

/** The pages whose TypeScript `packages/sdk/test/docs.test.ts` compiles, and mostly runs, page by page. */
const isPageOfSdk = (page: string) => page.startsWith('docs/sdk/') || page === 'packages/sdk/README.md'

const isSdkCode = ({ page, fence }: Block) => fence === 'ts' && isPageOfSdk(page)

/**
 * Blocks that no check takes, by page and language, with their number and the reason. A program prints most
 * of them, with figures of a machine or names of files that differ each time.
 */
export const listed: Readonly<Record<string, readonly [blocks: number, reason: string]>> = {
  'docs/architecture.md': [3, 'pictures of the packages and of the way of a request'],
  'docs/conformance/commands.md text': [1, 'output of a comparison of two services'],
  'docs/server/beside-strapi.md nginx': [1, 'nginx, which the workspace does not install, parses its configuration'],
  'docs/server/deployment.md nginx': [1, 'nginx, which the workspace does not install, parses its configuration'],
  'docs/server/deployment.md caddyfile': [1, 'Caddy, which the workspace does not install, parses its configuration'],
  'docs/server/deployment.md dockerfile': [1, 'Docker, which checks do not need, builds the image of this file'],
  'docs/server/explorer.md text': [1, 'output of a start, with a token'],
  'docs/server/growing.md text': [2, 'output of starts and of long verifications, with figures'],
  'docs/server/import-from-strapi.md text': [1, 'output of an import'],
  'docs/server/indexes.md': [1, 'line of the log'],
  'docs/server/installation.md text': [2, 'errors of a start on a machine without the binary of SQLite'],
  'docs/server/live-events.md': [1, 'an event of a stream, whose id differs each time'],
  'docs/server/metrics.md text': [1, 'a header with times'],
  'docs/server/performance.md text': [5, 'output of benchmarks, with figures of a machine'],
  'docs/server/reliability.md text': [2, 'output of long verifications, with figures of a machine'],
  'packages/model/README.md': [1, 'paths of schema files'],
  'packages/model/README.md text': [1, 'output of the program above it, which documentation-blocks.test.ts compiles'],
}

/** The part of blocks that no check reads, although a check reads the rest. */
export const partlyRead: Readonly<Record<string, string>> = {
  svelte:
    'the templates: the workspace has no compiler of Svelte. `pnpm verify:long --only frameworks` builds examples/sveltekit, which has the same templates',
}

/** The checks of code blocks, by name, with the blocks that each takes. The named test files use these functions. */
export const checks = {
  /** `packages/sdk/test/docs.test.ts` compiles and runs them. */
  sdk: isSdkCode,
  /** `documentation-blocks.test.ts` compiles TypeScript and parses JavaScript. */
  compiled: (block) => inLanguage('ts', 'tsx', 'js', 'jsx')(block) && !isSdkCode(block),
  /** `documentation-blocks.test.ts` parses them. */
  data: inLanguage('json', 'jsonl', 'yaml'),
  /** `documentation-blocks.test.ts` parses them, and `documentation-commands.test.ts` looks up their commands. */
  shell: inLanguage('sh'),
  /** `packages/server/test/docs/docs-rest.test.ts` sends them and compares the responses. */
  sent: ({ page, language }) => language === 'http' && page === 'docs/reference/rest.md',
  /** `documentation-markup.test.ts` parses them. */
  requests: ({ page, language }) => language === 'http' && page !== 'docs/reference/rest.md',
  vue: inLanguage('vue'),
  astro: inLanguage('astro'),
  svelteScripts: inLanguage('svelte'),
  html: inLanguage('html'),
  graphql: inLanguage('graphql'),
  sql: inLanguage('sql'),
  /** `pnpm record:commands` writes them, and a check compares them with the program. */
  recorded: ({ page, language }) => language === 'text' && page === 'docs/server/command-line.md',
} satisfies Readonly<Record<string, (block: Block) => boolean>>
