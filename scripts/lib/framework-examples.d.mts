export interface FrameworkExample {
  readonly strapi5: boolean
  readonly rendersOnServer: boolean
  readonly builtPage?: string
}

/** The examples of frameworks, by their folder in examples/. */
export declare const frameworkExamples: Readonly<Record<string, FrameworkExample>>
