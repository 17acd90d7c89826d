export declare function copyRepository(folder: string): Promise<void>
