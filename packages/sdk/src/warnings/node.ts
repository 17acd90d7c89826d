import * as development from './development.js'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** Node names no condition for development by itself; its environment does. */
const quiet = process.env.NODE_ENV === 'production'

export const warnOfMissing: typeof development.warnOfMissing = (...about) => {
  if (!quiet) development.warnOfMissing(...about)
}

export const warnOfAddress: typeof development.warnOfAddress = (...about) => {
  if (!quiet) development.warnOfAddress(...about)
}

export const warnOfSilence: typeof development.warnOfSilence = (...about) => {
  if (!quiet) development.warnOfSilence(...about)
}

export const warnOfStatus: typeof development.warnOfStatus = (...about) => {
  if (!quiet) development.warnOfStatus(...about)
}
