import { isRecord, type Registry } from '@content-api/model'
import { type Caller, unrestricted } from '@content-api/core/entries/caller'
import { writeWithFiles } from '@content-api/capabilities/uploads/entry-files'
import type { ReceivedFile } from '@content-api/capabilities/uploads/receive-form'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import type { EntityService } from './entity-service.js'
import { receivedFile } from '../plugins/plugin-services.js'

/**
 * Adds the parameter `files` to writes: the files of media attributes, as `parseMultipartData` returns them.
 * They are stored before the entry is written, and deleted again if that fails.
 */
export function withWrittenFiles(
  service: EntityService,
  registry: Registry,
  uploads: () => Uploads,
  caller: Caller = unrestricted,
): EntityService {
  const write = async <Result, Parameters extends { readonly data: Readonly<Record<string, unknown>> }>(
    uid: string,
    parameters: Parameters,
    run: (changed: Parameters) => Promise<Result>,
  ): Promise<Result> => {
    const { files, ...others } = (parameters ?? {}) as Parameters & { readonly files?: unknown }
    const type = registry.contentTypes.get(uid)
    const received = isRecord(files) ? await receivedFiles(files) : []
    if (!type || received.length === 0) return run(parameters)
    // Files in components change the data, which belongs to the code of the project.
    const data = structuredClone(parameters.data)
    return writeWithFiles(received, { type, data }, { registry, uploads: uploads(), caller }, () =>
      run({ ...others, data } as unknown as Parameters),
    )
  }
  return {
    ...service,
    create: (uid, parameters) => write(uid, parameters, (changed) => service.create(uid, changed)),
    update: (uid, id, parameters) => write(uid, parameters, (changed) => service.update(uid, id, changed)),
  }
}

async function receivedFiles(files: Readonly<Record<string, unknown>>): Promise<ReceivedFile[]> {
  const found = await Promise.all(
    Object.entries(files).map(async ([path, each]) => {
      const list: readonly unknown[] = Array.isArray(each) ? each : [each]
      return Promise.all(list.map(async (file) => ({ ...(await receivedFile(file)), field: `files.${path}` })))
    }),
  )
  return found.flat()
}
