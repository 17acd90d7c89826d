import { readFile } from 'node:fs/promises'
import type { UploadProvider } from '@content-api/core/config/upload'
import { uploadHeaders } from '@content-api/capabilities/uploads/file-types'
import { servedPath } from '@content-api/capabilities/uploads/local-folder'

export interface MemoryFiles {
  readonly provider: UploadProvider
  /** Returns the response with the file at a path of the service; null if there is no file. */
  respond(request: Pick<Request, 'method'>, path: string): Response | null
  clear(): void
}

/** Keeps uploaded files in memory, under the paths of the service's own upload folder. */
export function memoryFiles(maxAge: () => number): MemoryFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    provider: {
      name: 'local',
      async put(key, { path }) {
        files.set(key, new Uint8Array(await readFile(path)))
      },
      async delete(key) {
        files.delete(key)
      },
      url: (key) => `${servedPath}/${key}`,
    },
    respond({ method }, path) {
      if (!path.startsWith(`${servedPath}/`) || (method !== 'GET' && method !== 'HEAD')) return null
      const file = path.slice(servedPath.length + 1)
      const bytes = files.get(file)
      if (!bytes) return null
      return new Response(method === 'HEAD' ? null : bytes, {
        headers: { ...uploadHeaders(file, maxAge()), 'Content-Length': String(bytes.byteLength) },
      })
    },
    clear: () => files.clear(),
  }
}
