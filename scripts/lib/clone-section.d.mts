export declare function readCloneSection(): string[][]
