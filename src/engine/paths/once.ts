/** Makes something when it is first needed, and once. */
export function once<Arguments extends readonly unknown[], Made>(make: (...values: Arguments) => Made): (...values: Arguments) => Made {
	let made: { readonly value: Made } | undefined;
	return (...values) => {
		made ??= { value: make(...values) };
		return made.value;
	};
}
