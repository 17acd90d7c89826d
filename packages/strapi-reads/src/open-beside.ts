import { createHash } from 'node:crypto'
import { createRegistry } from '@content-api/model'
import { readStrapiLocales, readStrapiSchemaHash, readStrapiTypesVersion } from '@content-api/strapi-tables/accounts'
import { openReadOnlyDatabase, type ReadDatabase } from '@content-api/engine/database'
import { createStrapiLayout } from '@content-api/strapi-tables/layout'
import { Closers } from '@content-api/core/composition/closers'
import { configFiles } from '@content-api/project-files/load-config'
import type { Listening } from '@content-api/core/transport/listen'
import { type Logger, logOptions, openLogger } from '@content-api/core/log/logger'
import { Generations } from './generations.js'
import { openBesideMetrics } from './metrics/beside-metrics.js'
import { openReads, type Reads } from './open-reads.js'
import { openServing } from './open-serving.js'
import { readBesideSettings } from './settings/read-beside-settings.js'
import type { BesideSettings } from './settings/beside-settings.js'
import { throwUnreadable } from './throw-unreadable.js'
import { fingerprintOf, watchChanges } from './watch-changes.js'

export interface BesideOptions {
  /** The folder of the Strapi project. */
  readonly project: string
  /** A configuration that takes precedence over the files of the project. */
  readonly overrides?: unknown
  /** By default the configuration decides. */
  readonly logger?: Logger
}

/** A server beside a running Strapi. */
export interface Beside {
  readonly settings: BesideSettings
  readonly logger: Logger
  /** The reads of the current schema; null while it changes. */
  readonly reads: Reads | null
  listen(at: { readonly host: string; readonly port: number }): Promise<Listening>
  /** Looks for changes of the schema now, and not only once a second. */
  lookForChanges(): Promise<void>
  /** Finishes the open requests. `drain`: after `http.drain` seconds, in which `/readyz` fails. */
  close(options?: { readonly drain: boolean }): Promise<void>
}

/**
 * Opens a server beside a running Strapi 4 or 5. It reads Strapi's database, and forwards to Strapi what it
 * can't answer in the same way.
 * @throws ConfigError, ModelError for mistakes in the files of the project
 * @throws Error when the database can't be opened
 */
export function openBeside(options: BesideOptions): Promise<Beside> {
  const closers = new Closers()
  return closers.closeOnFailure(async () => {
    const { project, overrides } = options
    // Before the settings are read, so that a change meanwhile is noticed.
    const configured = await fingerprintOf(project, filesOfSettings)
    const settings = await readBesideSettings(project, overrides === undefined ? {} : { overrides })
    const { config } = settings
    const logger = options.logger ?? openLogger({ ...logOptions(config.log, true), isShared: false })
    closers.add(() => logger.flush())
    const metrics = await openBesideMetrics(config)
    const { slowQueryMilliseconds: milliseconds } = config.log
    const observer = { meter: metrics.meter, slow: milliseconds > 0 ? { milliseconds, logger } : null }
    const system = await openSystemTables(settings)
    closers.add(() => system.close())
    // Before the reads, so that a change while they are opened is noticed.
    const look = async () => {
      const files = await fingerprintOf(project, ['src', ...filesOfSettings])
      return `${files}\n${await signOf(system)}`
    }
    const known = await look().catch((error: unknown) => throwUnreadable(error, settings))
    const generations = new Generations(async () => {
      if ((await fingerprintOf(project, filesOfSettings)) !== configured) throw new Error(needsRestart)
      return openReads({
        project,
        settings,
        system,
        observer,
        logger,
        onMissing: () => void watch.look().catch(() => undefined),
      })
    })
    closers.add(() => generations.close())
    await generations.replace()
    const watch = watchChanges(known, { look, onChange: () => replaceAfterChange(generations, logger) })
    closers.add(() => watch.close())
    const serving = openServing({ settings, generations, system, metrics, logger })
    closers.add(() => serving.close())
    return {
      settings,
      logger,
      get reads() {
        return generations.parts
      },
      listen: (at) => serving.listen(at),
      lookForChanges: () => watch.look(),
      async close({ drain } = { drain: false }) {
        if (drain) await serving.drain()
        await closers.close()
      },
    }
  })
}

/** What the settings are read from. The process keeps modules that it has loaded, so it can't read them again. */
const filesOfSettings = ['config', 'package.json', '.env', ...configFiles]

const needsRestart = 'config/, .env, package.json or content-api.config has changed. Restart this server to apply that'

/** Opens the reads of a changed schema. Until that succeeds, all requests go to Strapi. */
async function replaceAfterChange(generations: Generations<Reads>, logger: Logger): Promise<void> {
  // A failed attempt is repeated each second, and reported once.
  const isFirst = generations.parts !== null
  if (isFirst) logger.info('The schema of Strapi has changed: reads go to Strapi until it is read again')
  try {
    await generations.replace()
  } catch (error) {
    if (isFirst) logger.error("The changed schema can't be read, so all requests go to Strapi", { error })
    throw error
  }
}

/** Opens the tables that every Strapi has, for reads that need no content types. */
function openSystemTables({ connection, timeZone, version, config }: BesideSettings): Promise<ReadDatabase> {
  const registry = createRegistry({ contentTypes: {} })
  const layout = createStrapiLayout(registry, { dialect: connection.dialect, timeZone, version })
  return openReadOnlyDatabase({ registry, layout, connection, limits: config.limits })
}

/** Returns what changes in the database when Strapi changes its schema, its content types or its locales. */
async function signOf(system: ReadDatabase): Promise<string> {
  const hash = await readStrapiSchemaHash(system)
  const types = await readStrapiTypesVersion(system)
  const locales = await readStrapiLocales(system)
  return createHash('sha256')
    .update(JSON.stringify([hash, types, locales]))
    .digest('base64url')
}
