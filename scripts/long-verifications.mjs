import { binOf, inRoot } from './lib/root.mjs'

/** Server tests with their full number of repetitions. `npm test` runs fewer. */
const serverTests = (...files) => [binOf('vitest'), 'run', '--project', 'server', ...files]

const sdkTests = (...files) => [binOf('vitest'), 'run', '--project', 'sdk', ...files]

/** Tests of the conformance suite against the server with their full number of repetitions. */
const suiteTests = (...files) => [binOf('vitest'), 'run', '--project', 'workspace', ...files]

/** Bundles the server first, so that the benchmark measures it as it is published. */
const bundled = [inRoot('packages', 'server', 'scripts', 'bundle.mjs')]

/**
 * The rows of `pnpm verify:long`: `{ name, title, commands, env? }`, where `commands` returns argument lists
 * for node. A program whose last line is `N passed, N failed` is counted by that line. Any other program
 * counts as one check.
 */
export const longVerifications = [
  {
    name: 'crash',
    title: '40 kills per database among 8 writers; 100 creates and their fsyncs (R1, R1b)',
    commands: () => [serverTests('test/reliability/crash', 'test/reliability/power-loss')],
    env: { CRASH_ROUNDS: '40', CRASH_READY_WITHIN: '2000' },
  },
  {
    name: 'group-crash',
    title: '40 kills between the commit of a group of writes and its acknowledgements (R20)',
    commands: () => [serverTests('test/reliability/group-crash')],
    env: { GROUP_CRASH_ROUNDS: '40' },
  },
  {
    name: 'webhook-crash',
    title: '40 kills per database of two processes that write and deliver to webhooks',
    commands: () => [serverTests('test/reliability/webhook-crash')],
    env: { WEBHOOK_CRASH_ROUNDS: '20' },
  },
  {
    name: 'live-clients',
    title: '2,000 clients of live events in one process: memory and other reads; 200 random sets of permissions',
    commands: () => [serverTests('test/reliability/live-clients', 'test/live/permissions')],
    env: { LIVE_CLIENTS: '2000', LIVE_PERMISSION_RUNS: '200' },
  },
  {
    name: 'writers',
    title: '16 clients × 200 writes of one relation, 8 × 800 of one entry, in one process (R2, R3)',
    commands: () => [serverTests('test/engine/write/concurrency')],
    env: { WRITE_CLIENTS: '16', WRITE_ROUNDS: '200' },
  },
  {
    name: 'two-servers',
    title: 'the same writes through two servers on one database, and 200 concurrent writes (R4)',
    commands: () => [serverTests('test/reliability/two-processes')],
    env: { WRITE_CLIENTS: '16', WRITE_ROUNDS: '200', WRITE_UPDATES: '100' },
  },
  {
    name: 'busy-file',
    title: "a SQLite file that is locked for 3 s and for 20 s, and one that can't grow (R7, R14)",
    commands: () => [serverTests('test/reliability/busy-file', 'test/reliability/disk-full')],
    env: { BUSY_SHORT_SECONDS: '3', BUSY_SECONDS: '20', BUSY_READ_WITHIN: '2500' },
  },
  {
    name: 'slow-clients',
    title: "500 connections that send headers byte by byte, 500 for bodies, 50 that don't read the response (R8)",
    commands: () => [serverTests('test/reliability/slow-clients')],
    env: { SLOW_SOCKETS: '500', SLOW_PATIENTLY: '1', SLOW_GONE_WITHIN: '30000', SLOW_RATIO: '2' },
  },
  {
    name: 'descriptors',
    title: '400 idle connections with at most 300 open files, no more files (R21)',
    commands: () => [serverTests('test/reliability/descriptors')],
    env: { DESCRIPTORS_LIMIT: '300', DESCRIPTORS_IDLE: '400' },
  },
  {
    name: 'file-deleted',
    title:
      'a SQLite file that is deleted, replaced or moved among 100 writes: none is acknowledged, none is lost (R22)',
    commands: () => [serverTests('test/reliability/file-deleted')],
    env: { FILE_DELETED_WRITES: '100' },
  },
  {
    name: 'strapi-import',
    title: '100,000 entries of a Strapi archive: rate, memory, 20 kills',
    commands: () => [serverTests('test/strapi-content/large-import')],
    env: { STRAPI_ENTRIES: '100000', STRAPI_PER_SECOND: '15000', STRAPI_MEMORY_BELOW: '300', STRAPI_KILLS: '20' },
  },
  {
    name: 'replay',
    title: 'all recorded exchanges with Strapi, on both databases',
    commands: () => [serverTests('test/replay/replay')],
    env: { REPLAY: 'all' },
  },
  {
    name: 'strapi-replay',
    title: 'all recorded exchanges on content from an archive, from SQLite and from PostgreSQL, on both databases',
    commands: () => [serverTests('test/strapi-content/replay-imported')],
    env: { STRAPI_REPLAY: 'all' },
  },
  {
    name: 'database-down',
    title: 'PostgreSQL stopped under load for 5 s and started again; all connections taken (R5, R6)',
    commands: () => [serverTests('test/reliability/database-down', 'test/reliability/no-connection')],
    env: {
      DATABASE_AWAY_SECONDS: '5',
      DATABASE_BACK_WITHIN: '3000',
      DATABASE_HANGS: '15000',
      NO_CONNECTION_WITHIN: '2000',
    },
  },
  {
    name: 'scale',
    title:
      'three server processes, PgBouncer, a primary and two replicas, 128 connections: no lost write, no failed or stale read',
    commands: () => [serverTests('test/cluster/scale')],
    env: { SCALE_SECONDS: '60', SCALE_CLIENTS: '128' },
  },
  {
    name: 'failover',
    title:
      'a primary that ends or hangs under load, and a promoted standby: no acknowledged write is lost, the server recovers',
    commands: () => [serverTests('test/cluster/scale')],
    env: { FAILOVER_BACK_WITHIN: '10000' },
  },
  {
    name: 'big-input',
    title: 'bodies one byte over the limit, decompression bombs of a gigabyte, 1,000 parts, and their memory (R9)',
    commands: () => [serverTests('test/reliability/big-input')],
    env: { BOMB_MEGABYTES: '1000', BIG_ROUNDS: '20' },
  },
  {
    name: 'patterns',
    title: 'requests of long texts and very many keys, below 100 ms of processor time each; all expressions are linear',
    commands: () => [serverTests('test/reliability/hostile-requests'), suiteTests('tests/linear-expressions')],
    env: { PATTERN_BYTES: '1048000', PATTERN_WORK_BELOW: '100', PATTERN_ROUNDS: '3', EXPRESSIONS: 'all' },
  },
  {
    name: 'alphabets',
    title:
      'bodies of 900 kB and addresses of 15 kB in 36 alphabets, for each field that takes text: none takes 100 ms of processor time of the main thread',
    commands: () => [serverTests('test/reliability/hostile-alphabets')],
    env: { ALPHABET_BYTES: '900000', ALPHABET_WORK_BELOW: '100' },
  },
  {
    name: 'expensive-reads',
    title: 'probes during expensive reads and forbidden uploads; work for clients that disconnected (R17)',
    commands: () => [serverTests('test/reliability/expensive-reads', 'test/reliability/departed-work')],
    env: {
      ATTACK_PROBES: '600',
      ATTACK_P99_BELOW: '250',
      ATTACK_MEMORY_BELOW: String(300 * 1_048_576),
      DEPARTED_ROUNDS: '20',
      DEPARTED_WITHIN: '200',
    },
  },
  {
    name: 'images',
    title: 'images of up to 100 megapixels, six of each kind concurrently, and their memory (R18)',
    commands: () => [serverTests('test/reliability/image-memory')],
    env: { IMAGE_SIDE: '9990' },
  },
  {
    name: 'image-process',
    title: 'the process for images killed at 20 moments, from its start to after the response; no metadata is stored',
    commands: () => [
      serverTests('test/reliability/image-process'),
      [binOf('vitest'), 'run', '--project', 'capabilities', 'src/uploads/images'],
    ],
    env: { IMAGE_KILLS: '20', IMAGE_KILL_STEP: '1' },
  },
  {
    name: 'shutdown',
    title: 'a shutdown during 100 requests; ten rolling restarts at 200 requests a second (R10, R11)',
    commands: () => [serverTests('test/reliability/shutdown', 'test/reliability/handover')],
    env: { SHUTDOWN_WITHIN: '10000', HANDOVER_PER_SECOND: '200', HANDOVERS: '10' },
  },
  {
    name: 'workers',
    title: 'six restarts of two workers at 200 requests a second, a killed one, and a crash loop: none lost',
    commands: () => [serverTests('test/reliability/workers')],
    env: { WORKERS_PER_SECOND: '200', WORKERS_RESTARTS: '6' },
  },
  {
    name: 'workers-speed',
    title: 'reads on PostgreSQL: two workers are not slower than one',
    commands: () => [bundled, [binOf('tsx'), inRoot('bench', 'server', 'workers.ts')]],
  },
  {
    name: 'telemetry-cost',
    title: 'metrics, and traces of all requests: at most 10 % more processor time',
    commands: () => [bundled, [binOf('tsx'), inRoot('bench', 'server', 'telemetry.ts')]],
  },
  {
    name: 'webhook-cost',
    title: 'writes with a webhook, without its deliveries: at most 15 % more processor time, on both databases',
    commands: () => [bundled, [binOf('tsx'), inRoot('bench', 'server', 'webhooks.ts')]],
  },
  {
    name: 'loop-delay',
    title: 'the delay of the event loop under load, logins and deep populates (R12)',
    commands: () => [serverTests('test/reliability/loop-delay')],
    env: { LOOP_SECONDS: '30', LOOP_P99_BELOW: '50' },
  },
  {
    name: 'soak',
    title: '60,000 mixed requests per database, the heap and open handles before and after (R13)',
    commands: () => [serverTests('test/reliability/soak')],
    env: { SOAK_REQUESTS: '60000', SOAK_GROWTH: '1' },
  },
  {
    name: 'starts',
    title: 'starts killed at ten moments, with a new database and during table changes (R16)',
    commands: () => [serverTests('test/engine/schema/schema-moves', 'test/reliability/start-interrupted')],
    env: { START_KILLS: '10' },
  },
  {
    name: 'restore',
    title: 'the time to restore a snapshot of 3,000 entries: below 100 ms on SQLite',
    commands: () => [serverTests('test/reliability/restore-time')],
    env: { RESTORE_ENTRIES: '3000', RESTORE_BELOW: '100' },
  },
  {
    name: 'explorer',
    title: 'interactions of the explorer with 60 types and 20,000 entries of one, below 100 ms each; its size',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'explorer-figures', 'cli.ts')]],
    env: { EXPLORER_TYPES: '60', EXPLORER_ENTRIES: '20000', EXPLORER_BELOW: '100' },
  },
  {
    name: 'fuzz-rest',
    title: '50,000 generated requests, the same responses on both databases, none over 100 ms of processor time',
    commands: () => [[inRoot('scripts', 'fuzz.mjs'), '--runs', '50000']],
    env: { FUZZ_WORK_BELOW: '100' },
  },
  {
    name: 'fuzz-graphql',
    title:
      '50,000 generated GraphQL documents, the same responses on both databases, none over 100 ms of processor time',
    commands: () => [[inRoot('scripts', 'fuzz.mjs'), '--runs', '50000', '--interface', 'graphql']],
    env: { FUZZ_WORK_BELOW: '100' },
  },
  {
    name: 'fuzz-cost',
    title: '1,000 generated reads of the atlas by each interface: measured times compared with estimates',
    commands: () => [[inRoot('scripts', 'fuzz.mjs'), '--runs', '1000', '--interface', 'cost']],
  },
  {
    name: 'private-bit',
    title:
      '14,000 probes for hidden data per database, each with a control: no bit is revealed; a leak without each guard',
    commands: () => [serverTests('test/security/no-private-bit')],
    env: { PRIVATE_BIT_PROBES: '1000000', PRIVATE_BIT_MUTANTS: 'all' },
  },
  {
    name: 'fuzz-writes',
    title: 'generated bodies, the same outcome on both databases',
    commands: () => [serverTests('test/engine/write/fuzz')],
    env: { WRITE_FUZZ: '5000' },
  },
  {
    name: 'values',
    title:
      '2,000 values of each kind, written, read back and filtered by; 3,000 filters of each type through REST and GraphQL; 50,000 queries planned',
    commands: () => [serverTests('test/fuzz/values', 'test/graphql/twin.test', 'test/query/query-plan.property')],
    env: { VALUE_RUNS: '2000', TWIN_RUNS: '3000', PLAN_RUNS: '50000' },
  },
  {
    name: 'model',
    title: '20,000 steps compared with a model in memory, per database',
    commands: () => [serverTests('test/fuzz/relation-model')],
    env: { MODEL_STEPS: '20000' },
  },
  {
    name: 'model-mutations',
    title: '10,000 randomly changed models: each is valid, or rejected with problems that name its files',
    commands: () => [[binOf('vitest'), 'run', '--project', 'model', 'test/mutations']],
    env: { MODEL_MUTATIONS: '10000' },
  },
  {
    name: 'shuffled',
    title: 'the conformance suite in 50 orders per database, one and eight scenarios at a time: no false failures',
    commands: () => [
      suiteTests('tests/conformance-shuffled'),
      [binOf('vitest'), 'run', '--project', 'conformance', 'test/safety'],
    ],
    env: { CONFORMANCE_SHUFFLES: '50' },
  },
  {
    name: 'production',
    title: 'the whole suite against the server in production, without introspection and playground',
    commands: () => [suiteTests('tests/conformance-production')],
    env: { CONFORMANCE_EVERY: '1' },
  },
  {
    name: 'killed',
    title:
      'the suite killed at every request of each way to create entries, and at 20 requests of a complete run; then `clean`',
    commands: () => [suiteTests('tests/conformance-killed')],
    env: { CONFORMANCE_KILL_STRIDE: '1', CONFORMANCE_KILLS: '20' },
  },
  {
    name: 'selftest',
    title: 'the suite against every mutant and degenerate server; each scenario fails on one of them',
    commands: () => [[inRoot('packages', 'conformance-selftest', 'dist', 'main.js'), '--quiet']],
  },
  {
    name: 'strapi',
    title: 'content of Strapi imported, exported to Strapi 4.26.2, imported there and compared, through both databases',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'strapi-round-trip', 'cli.ts')]],
  },
  {
    name: 'providers',
    title: 'upload and e-mail providers of Strapi from npm against stand-ins for their services',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'provider-packages', 'cli.ts')]],
  },
  {
    name: 'dev-edits',
    title: '100 edits of a project served by `dev`, at random moments: none is lost',
    commands: () => [[inRoot('scripts', 'verify-dev-edits.mjs')]],
  },
  {
    name: 'strapi-suite',
    title: 'the suite against Strapi 4.26.2 on both databases: recorded verdicts, and scripts that show each failure',
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-strapi.mjs'), 'suite']],
  },
  {
    name: 'strapi5-suite',
    title: "the suite's profile for Strapi 5 against 5.54.0 on both databases: recorded verdicts, scripts of failures",
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-strapi.mjs'), 'suite5']],
  },
  {
    name: 'strapi5-conformance',
    title: "the suite's profile for Strapi 5 against its own project, served here on PostgreSQL: only decided failures",
    commands: () => [[binOf('tsx'), inRoot('scripts', 'conformance.mjs'), '--strapi-5', '--postgres']],
  },
  {
    name: 'strapi-sdk',
    title: "the SDK's tests over HTTP against Strapi 4.26.2, which imports the recorded content from our archive",
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-strapi.mjs'), 'sdk']],
  },
  {
    name: 'strapi5-sdk',
    title:
      'every method of the SDK against Strapi 5.54.0 and 5.0.6: REST, sessions, providers, GraphQL, generated types',
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-strapi5-sdk.mjs')]],
  },
  {
    name: 'served-strapi5-sdk',
    title: 'every method of the SDK for Strapi 5 against this server, which serves the same project in place of it',
    commands: () => [bundled, [binOf('tsx'), inRoot('scripts', 'verify-strapi5-sdk.mjs'), '--served']],
  },
  {
    name: 'strapi-bench',
    title:
      'processor time per request beside Strapi 4.26.2 on 1,000 and 50,000 articles, other peers, and a million rows',
    commands: () => [bundled, [binOf('tsx'), inRoot('bench', 'peers', 'run.ts')]],
  },
  {
    name: 'strapi-starts',
    title:
      'Strapi 4.26.2 and this server on one project of 60 generated types and 300 controllers, and 2,000 calls of entityService and db.query: the same responses',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'strapi-starts', 'cli.ts')]],
  },
  {
    name: 'public-projects',
    title:
      'public projects of Strapi 4 as they are: how many start, and respond for every content type and over GraphQL',
    commands: () => [[inRoot('scripts', 'verify-public-projects.mjs')]],
  },
  {
    name: 'beside',
    title:
      'reads beside Strapi 4.26.2 on both databases: recorded exchanges, 5,000 random reads, permissions, schema changes: the same responses as Strapi, no change of the database, and bounded memory of 100,000 shapes',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'beside', 'cli.ts')]],
  },
  {
    name: 'beside-strapi5',
    title:
      'reads beside Strapi 5.54.0 on both databases, in the same way: the same responses as Strapi, and no change of the database',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'beside', 'cli.ts'), '--strapi', '5']],
  },
  {
    name: 'strapi5-documents',
    title:
      'documents written here and by Strapi 5.54.0, on both databases: 5,000 random operations with the same responses and rows, boots of Strapi on databases that this server wrote and created, 20 kills of two servers, and both writing at once',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'documents-strapi', 'cli.ts')]],
  },
  {
    name: 'beside-strapi5-suite',
    title: "the suite's profile for Strapi 5 through the server beside 5.54.0: the verdicts of Strapi itself",
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-strapi.mjs'), 'suite5', '--beside']],
  },
  {
    name: 'beside-strapi5-sdk',
    title: 'every method of the SDK through the server beside Strapi 5.54.0',
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-strapi5-sdk.mjs'), '--beside']],
  },
  {
    name: 'sdk',
    title:
      'the type tests and the completions of editors with every supported compiler; 10,000 query strings compared with those of qs',
    commands: () => [sdkTests('test/type-tests', 'test/editors', 'src/query/stringify')],
    env: { COMPILERS: 'all', QUERY_RUNS: '10000' },
  },
  {
    name: 'mock-start',
    title: 'the start of the mock for each test file of an application, with `defineConfig`: below 0.3 s',
    commands: () => [bundled, [inRoot('scripts', 'verify-mock-start.mjs')]],
    env: { MOCK_STARTS_BELOW: '300' },
  },
  {
    name: 'python',
    title: 'the suite against the Python server, at tiers 0 and 1',
    commands: () => [[inRoot('scripts', 'verify-python.mjs')]],
  },
  {
    name: 'docs',
    title: 'the documentation site: no dead link, what readers search for is found, axe-core finds nothing serious',
    commands: () => [[inRoot('scripts', 'verify-docs.mjs')]],
  },
  {
    name: 'packages',
    title: 'the published packages with all checks, and the READMEs',
    commands: () => [[inRoot('scripts', 'check-packages.mjs')]],
  },
  {
    name: 'tutorials',
    title: 'the four tutorials and the page on import and export, followed in empty folders with packed packages',
    commands: () => [[inRoot('scripts', 'check-packages.mjs'), 'tutorials']],
  },
  {
    name: 'release',
    title:
      'a release from a clean clone: versions, changelogs, packages published to a registry of its own, the READMEs and tutorials in empty folders, with their page in a real browser; a second release, a deprecation, and a project with content that is upgraded',
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-release.mjs')]],
  },
  {
    name: 'node-versions',
    title:
      'the packed packages under Node 20, 22, 24 and 26 with npm 10 to 12: install, serve, read, write, types, the suite; the unit tests under 24',
    commands: () => [[inRoot('scripts', 'verify-node-versions.mjs')]],
  },
  {
    name: 'next',
    title:
      'the Next.js example built and driven in a real browser: caches, a signed webhook, one request for equal reads',
    commands: () => [[binOf('vitest'), 'run', '--config', inRoot('examples', 'next', 'vitest.config.ts')]],
  },
  {
    name: 'browser-mocks',
    title:
      "the Vite plugin in Vitest's browser mode with two test files at the same time, and in Vite 5, 6 and 7; the example of Storybook, built and in development, with recorded responses and with the plugin; recordings of this server, Strapi 4.26.2 and 5.54.0",
    commands: () => [[inRoot('scripts', 'verify-browser-mocks.mjs')]],
  },
  {
    name: 'frameworks',
    title:
      'the examples of frameworks, installed by npm with the packed packages under Node 22, in development and production: driven in a real browser with axe-core on this server, Strapi 4.26.2 and Strapi 5.54.0',
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-frameworks.mjs')]],
  },
  {
    name: 'sign-in',
    title:
      'the web example in a real browser with the OpenID Connect server oidc-provider: a code with a verifier, a form of another site, the flow of Strapi 4, login CSRF',
    commands: () => [[binOf('tsx'), inRoot('scripts', 'verify-sign-in.mjs')]],
  },
  {
    name: 'sign-in-strapi',
    title:
      'sign-in with the same providers at Strapi 4.26.2 and here, on both databases: the same requests to the providers and the same responses, or a decided difference',
    commands: () => [[binOf('tsx'), inRoot('packages', 'server', 'test', 'sign-in-strapi', 'cli.ts')]],
    env: { NODE_EXTRA_CA_CERTS: inRoot('packages', 'server', 'test', 'support', 'tls', 'ca.pem') },
  },
  {
    name: 'strapi5-example',
    title:
      'the example with Strapi 5.54.0 driven in a real browser: drafts, publishing, a session in an httpOnly cookie',
    commands: () => [[binOf('vitest'), 'run', '--config', inRoot('examples', 'strapi-5', 'vitest.config.ts')]],
  },
  {
    name: 'served-strapi5-example',
    title: 'the example for Strapi 5 in a real browser, with this server in place of Strapi',
    commands: () => [bundled, [binOf('vitest'), 'run', '--config', inRoot('examples', 'strapi-5', 'vitest.config.ts')]],
    env: { STRAPI5_SERVED: '1' },
  },
]
