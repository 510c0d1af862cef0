import { ChakraProvider, Checkbox, CheckboxGroup, FormControl, FormLabel, Input, NumberInput } from "@chakra-ui/react";
import { NumberInputField, Radio, RadioGroup, Select, Slider, SliderFilledTrack, SliderThumb } from "@chakra-ui/react";
import { Button, Menu, MenuButton, MenuItemOption, MenuList, MenuOptionGroup, SliderTrack } from "@chakra-ui/react";
import { HStack, Switch, Textarea } from "@chakra-ui/react";
import { ANSWERS, COUNTRIES, DEGREES, show } from "./_form.jsx";

show(({ held, hold }) => (
  <ChakraProvider>
    <FormControl isRequired>
      <FormLabel>First name</FormLabel>
      <Input value={held.name ?? ""} onChange={(event) => hold("name")(event.target.value)} />
    </FormControl>
    <FormControl>
      <FormLabel>Country</FormLabel>
      <Select placeholder="Select option" onChange={(event) => hold("country")(event.target.value)}>
        {COUNTRIES.map((each) => <option key={each}>{each}</option>)}
      </Select>
    </FormControl>
    <FormControl>
      <FormLabel>Years of experience</FormLabel>
      <NumberInput min={0} max={50} onChange={(_, value) => hold("years")(value)}><NumberInputField /></NumberInput>
    </FormControl>
    <FormControl as="fieldset">
      <FormLabel as="legend">Will you need sponsorship?</FormLabel>
      <RadioGroup onChange={hold("sponsor")}>
        <HStack>{ANSWERS.map((each) => <Radio key={each} value={each}>{each}</Radio>)}</HStack>
      </RadioGroup>
    </FormControl>
    <FormControl as="fieldset">
      <FormLabel as="legend">Preferred shifts</FormLabel>
      <CheckboxGroup onChange={hold("shifts")}>
        {["Morning", "Evening", "Night"].map((each) => <Checkbox key={each} value={each}>{each}</Checkbox>)}
      </CheckboxGroup>
    </FormControl>
    <FormControl>
      <FormLabel id="travel">Willing to travel (%)</FormLabel>
      <Slider aria-labelledby="travel" defaultValue={0} step={5} onChange={hold("travel")}>
        <SliderTrack><SliderFilledTrack /></SliderTrack>
        <SliderThumb />
      </Slider>
    </FormControl>
    <FormControl>
      <FormLabel>Highest degree</FormLabel>
      <Menu>
        <MenuButton as={Button}>{held.degree ?? "Select degree"}</MenuButton>
        <MenuList>
          <MenuOptionGroup type="radio" onChange={hold("degree")}>
            {DEGREES.map((each) => <MenuItemOption key={each} value={each}>{each}</MenuItemOption>)}
          </MenuOptionGroup>
        </MenuList>
      </Menu>
    </FormControl>
    <FormControl display="flex">
      <FormLabel htmlFor="relocate">Willing to relocate</FormLabel>
      <Switch id="relocate" onChange={(event) => hold("relocate")(event.target.checked)} />
    </FormControl>
    <FormControl>
      <FormLabel>Why us?</FormLabel>
      <Textarea onChange={(event) => hold("why")(event.target.value)} />
    </FormControl>
  </ChakraProvider>
));
