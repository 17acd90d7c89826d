/** What production bundles hold instead of the warnings: nothing, and calls of nothing are removed. */
export function warnOfMissing(_name: string, _answer: unknown, _query: object): void {}

export function warnOfAddress(_options: object): void {}

export function warnOfSilence(_options: object): void {}

export function warnOfStatus(_what: string, _status: number, _headers: Headers): void {}
