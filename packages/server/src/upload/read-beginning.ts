import { open } from 'node:fs/promises'

/** Reads the first `length` bytes of a file, or all bytes if it is shorter. */
export async function readBeginning(path: string, length: number): Promise<Uint8Array> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
