import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Config } from '@content-api/core/config/upload'

/** The used part of s3rver, which has no types. */
type S3rver = new (options: {
  readonly address: string
  readonly port: number
  readonly silent: boolean
  readonly directory: string
  readonly configureBuckets: readonly { readonly name: string }[]
}) => { run(): Promise<{ readonly port: number }>; close(): Promise<void> }

const Server = createRequire(import.meta.url)('s3rver') as S3rver

export interface S3Server {
  /** The configuration with which a service uses its bucket. */
  readonly s3: Pick<S3Config, 'bucket' | 'endpoint' | 'accessKeyId' | 'secretAccessKey'>
  /** Returns the names of the objects in the bucket. */
  names(): Promise<string[]>
  /** Returns the stored bytes of an object. */
  bytes(name: string): Promise<Buffer>
  close(): Promise<void>
}

/** Starts an S3 server in this process. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'content-api-s3-'))
  const bucket = 'content'
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] }
  const server = new Server(options)
  const { port } = await server.run()
  const suffix = '._S3rver_object'
  const folder = join(directory, bucket)
  return {
    s3: { bucket, endpoint: `http://127.0.0.1:${port}`, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async names() {
      const files = await readdir(folder, { recursive: true })
      return files
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length))
        .toSorted()
    },
    bytes: (name) => readFile(join(folder, name + suffix)),
    async close() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
