export { type AttenuateOptions, type Attenuation, attenuate, type Wish } from "./attenuate.ts";
