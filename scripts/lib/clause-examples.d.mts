import type { InprocAdapter } from '@content-api/conformance'

export const referenceInproc: InprocAdapter
export function recordExamples(): Promise<Readonly<Record<string, unknown>>>
