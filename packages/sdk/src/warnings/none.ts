/** Production bundles contain these functions instead of the warnings. Minifiers remove calls of empty functions. */
export function warnOfMissing(_name: string, _data: unknown, _query: object): void {}

export function warnOfAddress(_options: object): void {}

export function warnOfSilence(_options: object): void {}

export function warnOfStatus(_what: string, _status: number, _headers: Headers, _serverMessage: string): void {}
