import type sqlite3 from 'sqlite3'

/**
 * Loads the package `sqlite3`, which is optional: projects on PostgreSQL don't need it.
 *
 * @throws Error that says what to do if the package or its compiled part is missing
 */
export async function loadSqlite3(): Promise<typeof sqlite3> {
  try {
    return (await import('sqlite3')).default
  } catch (cause) {
    throw new Error(`${isNotInstalled(cause) ? notInstalled : notCompiled}. Or use PostgreSQL`, { cause })
  }
}

const isNotInstalled = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'

/** npm goes on without an optional package whose install script fails, and prints nothing. */
const notInstalled =
  'the package sqlite3 is not installed. npm leaves it out if it can neither download its compiled part nor ' +
  'compile it, which needs python3, make and g++. Run "npm install sqlite3" to see what failed'

/**
 * Package managers that run no install scripts leave `sqlite3` without its compiled part. npm 12 only runs
 * those that the project allows: until then its `npm rebuild` does nothing, and reports success.
 */
const notCompiled =
  'the compiled part of the package sqlite3 is missing, because its install script did not run. Run ' +
  '"npm install-scripts approve sqlite3" (from npm 12 on), then "npm rebuild sqlite3"; with pnpm, run ' +
  '"pnpm approve-builds"'
