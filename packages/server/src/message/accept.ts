interface Range {
  readonly type: string
  readonly quality: number
}

/** Returns the media ranges of an `Accept` header (RFC 9110 §12.5.1). */
export function mediaRanges(accept: string): readonly Range[] {
  return accept.split(',').map((text) => {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
}

/**
 * Returns the quality (`q`) of a media type that the header lists by its full name; 0 if only a wildcard
 * matches it.
 */
export const qualityOf = (ranges: readonly Range[], type: string): number =>
  ranges.find((range) => range.type === type)?.quality ?? 0

/** Returns whether a client prefers HTML to JSON: browsers do, programs don't. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = mediaRanges(accept ?? '')
  const html = qualityOf(ranges, 'text/html')
  const others = ['application/json', 'application/graphql-response+json'].map((type) => qualityOf(ranges, type))
  return html > 0 && html > Math.max(...others)
}
