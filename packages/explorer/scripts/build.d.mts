export declare const sizeLimit: number
export declare function buildPage(): Promise<Readonly<Record<string, number>>>
