/** The time of a row that nobody has measured on a quiet machine. */
const estimate = (minutes) => ({ minutes, isEstimate: true })

const measured = (minutes) => ({ minutes, isEstimate: false })

/** The longest time of a group, in minutes on two cores that nothing else uses. */
export const longestGroup = 60

/**
 * The groups of `pnpm verify:long` by name, with the rows of scripts/long-verifications.mjs and their times:
 * `{ title, rows, isLimited }`. Every row is in one group. Limited groups end within `longestGroup`. Rows of
 * Strapi include no installation: the first of them installs Strapi, which takes two to four minutes more.
 */
export const verificationGroups = {
  durability: {
    title: 'no acknowledged write is lost, and servers recover',
    isLimited: true,
    rows: {
      crash: measured(2),
      'group-crash': estimate(4),
      'webhook-crash': estimate(5),
      writers: estimate(2),
      'two-servers': estimate(2),
      'busy-file': estimate(2),
      'file-deleted': estimate(2),
      'database-down': estimate(3),
      scale: estimate(5),
      failover: estimate(5),
      shutdown: estimate(4),
      workers: estimate(4),
      starts: estimate(4),
      restore: estimate(2),
    },
  },
  limits: {
    title: 'attacks, large inputs and load cost bounded time and memory',
    isLimited: true,
    rows: {
      'slow-clients': estimate(4),
      descriptors: estimate(2),
      'big-input': estimate(5),
      'expensive-reads': estimate(5),
      images: estimate(5),
      'image-process': estimate(4),
      'live-clients': measured(2),
      'loop-delay': estimate(5),
      soak: estimate(10),
      'strapi-import': estimate(8),
    },
  },
  text: {
    title: 'no text of a client occupies the server',
    isLimited: true,
    rows: {
      patterns: estimate(5),
      alphabets: measured(12),
    },
  },
  generated: {
    title: 'generated requests, values and models: both databases respond the same, and nothing leaks',
    isLimited: true,
    rows: {
      'fuzz-rest': estimate(13),
      'fuzz-graphql': estimate(13),
      'fuzz-cost': estimate(3),
      'fuzz-writes': estimate(3),
      values: estimate(3),
      model: estimate(4),
      'model-mutations': estimate(3),
      'private-bit': estimate(12),
    },
  },
  conformance: {
    title: 'the suite, its own tests, and recorded exchanges with Strapi',
    isLimited: true,
    rows: {
      shuffled: estimate(14),
      production: estimate(4),
      killed: estimate(12),
      selftest: estimate(5),
      python: estimate(3),
      replay: estimate(5),
      'strapi-replay': estimate(5),
    },
  },
  strapi: {
    title: 'the same as a running Strapi 4 and 5',
    isLimited: true,
    rows: {
      strapi: estimate(6),
      'strapi-suite': measured(3),
      'strapi-sdk': estimate(5),
      'strapi-starts': estimate(15),
      'sign-in-strapi': measured(1),
      'strapi5-suite': measured(5),
      'strapi5-conformance': measured(1),
      'strapi5-sdk': estimate(5),
      'served-strapi5-sdk': measured(1),
      'served-strapi5-example': measured(1),
      'strapi5-example': measured(1),
      'beside-strapi5-suite': measured(9),
      'beside-strapi5-sdk': measured(3),
    },
  },
  packages: {
    title: 'what users install, read and develop with',
    isLimited: true,
    rows: {
      packages: estimate(5),
      tutorials: estimate(6),
      release: estimate(4),
      docs: measured(2),
      providers: measured(1),
      'public-projects': estimate(20),
      'dev-edits': estimate(4),
      explorer: estimate(3),
      'mock-start': estimate(2),
      'workers-speed': estimate(3),
      'telemetry-cost': estimate(3),
      'webhook-cost': measured(5),
    },
  },
  frontends: {
    title: 'what frontend developers begin with',
    isLimited: true,
    rows: {
      sdk: estimate(6),
      'sign-in': estimate(1),
      next: estimate(2),
      'browser-mocks': estimate(6),
      frameworks: estimate(18),
    },
  },
  unlimited: {
    title: 'proofs that take longer than a group may',
    isLimited: false,
    rows: {
      'node-versions': estimate(25),
      beside: estimate(90),
      'beside-strapi5': estimate(90),
      'strapi5-documents': estimate(60),
      'strapi-bench': estimate(90),
    },
  },
}

/** Returns the sum of a group's times in minutes. */
export const minutesOf = ({ rows }) => Object.values(rows).reduce((sum, { minutes }) => sum + minutes, 0)

/** `2 min`, or `about 2 min` for an estimate. */
export const timeOf = ({ minutes, isEstimate }) => `${isEstimate ? 'about ' : ''}${minutes} min`
