/** The body of a response. */
export interface ResponseText {
  readonly text: string
  /** The limit that the body exceeds. The text is then the first part of the body. */
  readonly truncatedAt: number | undefined
}

/** Reads the body of a response as a string, up to a number of bytes. */
export async function readText(response: Response, byteLimit: number): Promise<ResponseText> {
  let bytesLeft = byteLimit
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, body) {
      body.enqueue(chunk.slice(0, bytesLeft))
      bytesLeft -= chunk.length
      if (bytesLeft < 0) body.terminate()
    },
  })
  const text = await new Response(response.body?.pipeThrough(limited)).text()
  return { text, truncatedAt: bytesLeft < 0 ? byteLimit : undefined }
}
