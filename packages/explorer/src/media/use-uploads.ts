import { useCallback, useEffect, useRef, useState } from 'react'
import { useExplorer } from '../state/explorer-context.js'
import { type Failure, isAbort } from '../transport/response.js'
import { type FileText, uploadFailure, uploadFile } from './upload-file.js'

/** A file that waits for its upload or is being uploaded. */
export interface UploadItem {
  readonly key: string
  readonly file: File
  /** The object URL of the picture; null if the file isn't an image. */
  readonly preview: string | null
  readonly info: FileText
  readonly state: 'waiting' | 'running' | 'failed'
  /** The progress from 0 to 1. */
  readonly sent: number
  readonly failure: Failure | null
}

interface Stored {
  readonly id: number
  readonly name: string
}

let counter = 0

/** Manages the files to upload. They are sent one at a time, so that one failure does not affect the others. */
export function useUploads(onStored: (file: Stored) => void) {
  const { model, transport, announce, reloadModel } = useExplorer()
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const [isRunning, setRunning] = useState(false)
  const controllers = useRef(new Map<string, AbortController>())
  // The user may remove files and change texts while others are being uploaded.
  const latest = useRef(items)
  latest.current = items
  const update = useCallback((key: string, change: Partial<UploadItem>) => {
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...change } : item)))
  }, [])
  const drop = useCallback((key: string) => {
    setItems((before) => {
      const { preview } = before.find((item) => item.key === key) ?? {}
      if (preview) URL.revokeObjectURL(preview)
      return before.filter((item) => item.key !== key)
    })
  }, [])

  // Closing the panel aborts the running upload.
  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])

  const send = async ({ key, file, info }: UploadItem) => {
    const controller = new AbortController()
    controllers.current.set(key, controller)
    update(key, { state: 'running', sent: 0, failure: null })
    try {
      const stored = await uploadFile(file, info, {
        model,
        transport,
        signal: controller.signal,
        onProgress: ({ loaded, total }) => update(key, { sent: total === 0 ? 0 : loaded / total }),
      })
      drop(key)
      announce(`Uploaded ${file.name}`)
      if (stored) onStored({ id: stored.id, name: stored.name })
    } catch (error) {
      if (!controller.signal.aborted && !isAbort(error)) update(key, { state: 'failed', failure: uploadFailure(error) })
    } finally {
      controllers.current.delete(key)
    }
  }

  const start = async () => {
    setRunning(true)
    for (const { key } of items) {
      const item = latest.current.find((one) => one.key === key)
      if (item) await send(item)
    }
    setRunning(false)
    reloadModel()
  }

  return {
    items,
    isRunning,
    start: () => void start(),
    add: (files: readonly File[]) => setItems((before) => [...before, ...files.map(itemOf)]),
    change: (key: string, text: Partial<FileText>) =>
      setItems((before) =>
        before.map((item) => (item.key === key ? { ...item, info: { ...item.info, ...text } } : item)),
      ),
    remove: (key: string) => {
      controllers.current.get(key)?.abort()
      drop(key)
    },
  }
}

function itemOf(file: File): UploadItem {
  counter += 1
  return {
    key: `file ${counter}`,
    file,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    info: { alternativeText: '', caption: '' },
    state: 'waiting',
    sent: 0,
    failure: null,
  }
}
