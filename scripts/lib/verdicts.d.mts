import type { Matrix } from '@content-api/conformance'

export function recordedMatrix(): Matrix
export function recordedVerdicts(target: string): ReadonlyMap<string, string>
