import { resolve } from 'node:path'
import { configFiles } from '../config/load.js'
import { listenWith, refuseOpenHost } from '../http/listen.js'
import { surviveProjectCode } from '../project/survive.js'
import { type ContentApi, createContentApi } from '../server.js'
import { printAddresses } from './addresses.js'
import { onStop } from './on-stop.js'
import { reportError } from './report-error.js'
import { type ServeOptions, configOf } from './start.js'
import { Swappable } from './swappable.js'
import { warnOfUnreadConfig } from './unread-config.js'
import { watchFiles } from './watch-files.js'

/** Serves a project; a change of its schemas or configuration takes effect without a request being lost. */
export async function dev(options: ServeOptions): Promise<void> {
  const project = resolve(options.project)
  const open = () =>
    createContentApi({
      project,
      config: configOf(options),
      allowDataLoss: options.allowDataLoss ?? false,
      development: true,
      logRequests: true,
    })
  /** The host stays as it is: a configuration that opens the service to everybody must not do so to other machines. */
  const openFor = async (host: string): Promise<ContentApi> => {
    const api = await open()
    try {
      refuseOpenHost(host, api.open)
      return api
    } catch (error) {
      await api.close()
      throw error
    }
  }
  const serving = new Swappable(await open())
  surviveProjectCode(project, serving.current.logger)
  warnOfUnreadConfig(project, serving.current.logger)
  const { host, port } = serving.current.config
  const listening = await listenWith(serving.listener, {}, { host, port, open: serving.current.open }).catch(
    async (error: unknown) => {
      await serving.close()
      throw error
    },
  )
  const watcher = await watchFiles({ project, files: ['src', ...configFiles] }, async (changed) => {
    console.log(`\n${changed} changed`)
    try {
      serving.swap(await openFor(host))
      printAddresses(listening, serving.current)
    } catch (error) {
      reportError(error)
      console.log('Serving what was there before. Mend it and save: it is read again.')
    }
  })
  onStop(async () => {
    await watcher.close()
    await listening.close()
    await serving.close()
  })
  printAddresses(listening, serving.current)
  console.log(`Content model: ${listening.url}/content-api/model.json`)
}
