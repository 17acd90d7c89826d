import type { Generation, Matrix } from '@content-api/conformance'

export function recordedMatrix(generation?: Generation): Matrix
export function recordedVerdicts(target: string, generation?: Generation): ReadonlyMap<string, string>
