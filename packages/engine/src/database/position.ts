/**
 * A position in the write-ahead log of PostgreSQL: the timeline and the LSN, in hexadecimal digits of a fixed
 * width, such as `00000001-0000000003000148`. Later positions compare greater as strings. Positions of a
 * later timeline compare greater than all positions of earlier ones.
 */
export type LogPosition = `${string}-${string}`

const form = /^[0-9A-F]{8}-[0-9A-F]{16}$/

export function isPosition(text: string): text is LogPosition {
  return form.test(text)
}

/**
 * Returns the position for a timeline and an LSN.
 *
 * @param timeline eight hexadecimal digits, as in the name of a WAL file
 * @param lsn as PostgreSQL prints it: `0/3000148`
 */
export function positionOf(timeline: string, lsn: string): LogPosition {
  const [high = '', low = ''] = lsn.split('/')
  const digits = (high.padStart(8, '0') + low.padStart(8, '0')).toUpperCase()
  return `${timeline.toUpperCase()}-${digits}`
}

export const timelineOf = (position: LogPosition) => position.slice(0, 8)

/** Returns the later of two positions. */
export function later(one: LogPosition | null, other: LogPosition | null): LogPosition | null {
  if (one === null || other === null) return one ?? other
  return one < other ? other : one
}

/**
 * Which replicas may serve the reads of a request: replicas that have replayed a position, or `any` replica
 * within `database.maxLag`. If null, only the primary serves the reads.
 */
export type ReadAfter = LogPosition | 'any' | null
