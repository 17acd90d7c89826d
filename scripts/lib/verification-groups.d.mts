interface VerificationGroup {
  readonly title: string
  readonly isLimited: boolean
  readonly rows: Readonly<Record<string, { readonly minutes: number; readonly isEstimate: boolean }>>
}

export declare const longestGroup: number
export declare const verificationGroups: Readonly<Record<string, VerificationGroup>>
/** Returns the sum of a group's times in minutes. */
export declare const minutesOf: (group: VerificationGroup) => number
