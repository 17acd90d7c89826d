/**
 * Returns the body of a response as a string of up to `byteLimit` bytes. A longer body is truncated. Then it
 * isn't valid JSON, which the caller reports.
 */
export async function readText(response: Response, byteLimit: number): Promise<string> {
  let bytesLeft = byteLimit
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, body) {
      body.enqueue(chunk.subarray(0, bytesLeft))
      bytesLeft -= chunk.length
      if (bytesLeft < 0) body.terminate()
    },
  })
  return new Response(response.body?.pipeThrough(limited)).text()
}
